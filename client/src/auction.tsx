// The auction: lots with their bids, and the boats of the season.
import { counts, marks } from "./choosing";
import type { Control } from "./control";
import { namedBelow } from "./layout";
import { pieceName, signsOf, title, type Model } from "./model";
import { PlaceRow, PlaceView, placesOn } from "./places";
import { Bench, Icon, Pieces, printed, Seal, TilePicture } from "./pictures";
import { Term } from "./rules";
import { total, type Berth, type Bid, type Lot, type Rules, type Table } from "./protocol";
import { t } from "./text";

/** Bids by size, the worker once per colour. */
export function Bids({ bids, table, rules }: { bids: readonly Bid[] | undefined; table: Table; rules: Rules }) {
  const sorted = [...(bids ?? [])].sort((a, b) => b.size - a.size), signs = signsOf(table);
  if (!sorted.length) return <span class="bids none">{t("noBid")}</span>;
  return (
    <span class="bids">{sorted.map((bid, n) => (
      <span class="pair" key={bid.seat}>
        {n && sorted[n - 1]!.colour === bid.colour ? null : <Icon name={bid.colour} />}
        <span class={`bid ${n ? "" : "leads"} ${bid.seat === table.view.viewer ? "own" : ""}`} title={table.view.players[bid.seat]}>
          <Seal seat={bid.seat} letter={signs[bid.seat]!} />
          <span class="sr">{`${table.view.players[bid.seat]}: ${rules.pieces[bid.colour] ?? bid.colour} `}</span><b>{bid.size}</b>
        </span>
      </span>
    ))}</span>
  );
}

const LotView = ({ lot, control, model, table, rules, size }: { lot: Lot; control: Control; model: Model; table: Table; rules: Rules; size: number }) => {
  const mark = marks(table.decision, model.pick, lot.tile, ["tile"]);
  const choice = table.decision?.choices.find((one) => one.key === lot.tile && one.kind === "tile");
  const can = ["bid", "use"].filter((kind) => choice?.choices?.some((one) => one.kind === kind));
  const selected = model.card?.kind === "tile" && model.card.key === lot.tile;
  const below = namedBelow(size, printed(lot.tile, lot.side ?? 0));
  return (
    <button type="button" class={`lot ${mark.open ? "open" : mark.shut ? "shut" : ""} ${selected ? "selected" : ""} ${below ? "named-below" : ""}`} data-place={lot.tile} aria-pressed={selected}
      onClick={() => control.place(lot.tile)}>
      <TilePicture tile={lot.tile} side={lot.side} rules={rules}><Bench uses={lot.uses} /></TilePicture>
      <span class={below ? "name" : "sr"}>{title(rules, lot.tile)}</span>
      <Bids bids={lot.bids} table={table} rules={rules} />
      {placesOn(table, "lot", { at: lot.tile }).map((place) => <PlaceView key={place.tag} {...{ place, rules }} />)}
      {can.length ? <span class="sr">{can.map((kind) => t(kind as "bid" | "use")).join(", ")}</span> : null}
    </button>
  );
};

const BoatView = ({ berth, control, model, table, rules }: { berth: Berth; control: Control; model: Model; table: Table; rules: Rules }) => {
  const mark = marks(table.decision, model.pick, berth.boat, ["boat"]);
  const selected = model.card?.kind === "tile" && model.card.key === berth.boat, called = pieceName(rules);
  return (
    <button type="button" class={`boat ${mark.open ? "open" : ""} ${berth.taken ? "taken" : ""} ${selected ? "selected" : ""}`} data-place={berth.boat} aria-pressed={selected} onClick={() => control.place(berth.boat)}>
      <TilePicture tile={berth.boat} rules={rules} />
      <span><b>{title(rules, berth.boat)}</b><span class="cargo">{berth.taken ? t("taken") : <><Pieces of={berth.workers} called={called} /><Pieces of={berth.skills} kind="skill" called={called} />{placesOn(table, "boat", { at: berth.boat }).map((place) => <PlaceView key={place.tag} {...{ place, rules }} />)}</>}</span></span>
    </button>
  );
};

export function Auction({ control, model, table, rules, size }: { control: Control; model: Model; table: Table; rules: Rules; size: number }) {
  const { lots, berths, bag } = table.view.state, open = counts(table).auction;
  return (
    <section class={`pane auction ${size && size < 190 ? "small-print" : ""}`} aria-labelledby="auction-title" style={size ? { "--lot": `${size}px` } as never : undefined}>
      <div class="pane-head"><h2 id="auction-title"><Term of="auction" control={control} /></h2>
        {open ? <em class="tag">{t("openToYou", { n: open })}</em> : null}<span class="note">{t("bag", { n: total(bag) })}</span></div>
      <div class="scroll" tabIndex={0} role="group" aria-label={t("auction")} data-arrows>
        <div class="lots">{lots.map((lot) => <LotView key={lot.tile} {...{ lot, control, model, table, rules, size }} />)}
          {lots.length ? null : <p class="empty">{t("auctionClosed")}</p>}</div>
        <PlaceRow places={placesOn(table, "table")} rules={rules} read={(key) => control.read({ kind: "piece", key, of: "" })} open={(called) => control.read({ kind: "pile", title: called })} cls="market" />
        {berths.length ? <div class="harbour" role="group" aria-label={t("boats")}>{berths.map((berth) => <BoatView key={berth.boat} {...{ berth, control, model, table, rules }} />)}</div> : null}
      </div>
    </section>
  );
}
