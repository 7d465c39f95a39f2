// The decision panel: what is asked, what is read, what can be done, and the hand; it never moves.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { below, buttons, choicesAt, counts, laying, moving, onlyEnding, onlyPassing, others, passing } from "./choosing";
import { StandIns } from "./chat";
import { Clock } from "./clock";
import { CardView, SheetLines, TileCard } from "./card";
import type { Control } from "./control";
import { lately, pieceName, placeTitle, sentence, signsOf, title, up, type Model } from "./model";
import { PlaceRow, placesOn } from "./places";
import { Question, Term } from "./rules";
import { Guide } from "./guide";
import { Alternatives, Hint } from "./history";
import { LOW } from "./layout";
import { Glyph, HEX, Icon, Pieces, Seal, TilePicture } from "./pictures";
import { pool, total, type Choice, type Decision, type Rules, type Table } from "./protocol";
import { t } from "./text";

export interface Shown { control: Control; model: Model; table: Table; rules: Rules }

const WAKES = 400;

/** Taking back has its own place and wakes late, so that a double click on something else cannot reach it. */
function TakeBack({ control, table, model }: Shown) {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    setAwake(false);
    if (!table.undo) return;
    const timer = setTimeout(() => setAwake(true), WAKES);
    return () => clearTimeout(timer);
  }, [table.undo, table.ply]);
  if (table.view.viewer < 0 || model.past) return null;
  return <button type="button" class="quiet undo" data-do="undo" disabled={!table.undo || !awake || model.sent !== null} onClick={() => control.undo()}><Glyph name="undo" />{t("undo")}</button>;
}

/** Against bots, you may ask for a hint if the table allows it. */
function AskHint({ control, table, model }: Shown) {
  if (!table.hints || !table.decision || model.past) return null;
  return <button type="button" class="quiet ask-hint" data-do="hint" disabled={model.sent !== null} onClick={() => control.hint()}><Glyph name="check" />{t("hint")}</button>;
}

/** The question as a whole sentence, with the line above it. */
function asked({ model, table, rules }: Shown): { label: string; main: string; more: string } {
  const { decision, view } = table;
  if (model.past) { const [main = "", ...more] = model.past.entries[model.past.ply]?.words ?? []; return { label: t("moveNo", { n: model.past.ply }), main, more: more.join(" ") }; }
  if (table.notice) return { label: t("watching"), main: table.notice, more: "" };
  if (!decision && view.viewer >= 0 && view.deciding.length && table.seats[view.viewer]?.stand_in) return { label: t("waiting"), main: t("botForYou"), more: "" };
  if (!decision) {
    const names = view.deciding.map((seat) => view.players[seat]!).join(", ");
    return { label: view.viewer < 0 ? t("watching") : t("waiting"), main: names ? t("isThinking", { names, n: view.deciding.length }) : t("gameOver"), more: "" };
  }
  if (table.scene.svg) return { label: t("yourTurn"), main: sentence(decision.prompt), more: "" };
  const own = view.state.agenda.find((task) => task.tag === decision.kind && task.seat === view.viewer);
  switch (decision.kind) {
    case "turn": return { label: t("yourTurn"), main: onlyPassing(decision) ? t("askOnlyPass") : t("askTurn"), more: "" };
    case "haul": return { label: t("transport"), main: onlyEnding(decision) ? t("askOnlyDone") : t("askHaul"), more: [own?.points !== undefined ? t("steps", { n: own.points }) : "", own?.upgrades !== undefined ? t("upgrades", { n: own.upgrades }) : ""].filter(Boolean).join(" · ") };
    case "build-all": { const { won, tile } = laying(decision, model.pick); return { label: won.length > 1 ? t("tilesLeft", { n: won.length }) : t("yourTurn"), main: t("askBuild", { tile: tile ? title(rules, tile.key) : "" }), more: t("choosePlace", { n: tile?.choices?.length ?? 0 }) }; }
    case "offer-winter": return { label: t("winterBegins"), main: t("askOffer"), more: t("offerMore") };
    case "take-boat": return { label: t("yourTurn"), main: t("askBoat"), more: "" };
    case "put-animals": { const good = decision.choices[0]?.choices?.[0]?.key ?? ""; return { label: t("newAnimal"), main: good ? t("askAnimal", { animal: pieceName(rules)(good, ""), tile: title(rules, decision.choices[0]!.key) }) : decision.prompt, more: "" }; }
    default: return { label: t("yourTurn"), main: shortened(decision), more: "" };
  }
}

/** The question without the list of its answers, if they all stand below it anyway. */
function shortened({ prompt, choices }: Decision): string {
  const at = prompt.lastIndexOf(": "), listed = prompt.slice(at).toLowerCase();
  const told = choices.filter((choice) => choice.kind !== "do").every((choice) => listed.includes(choice.label.toLowerCase()));
  return at > 0 && told ? `${prompt.slice(0, at)}.` : prompt;
}

/** Whether a result says no more than the number on its button: a first bid of 3 leads with 3. */
const plainly = (number: string, result: string): boolean => result.match(/\d+/g)?.join() === number;

/** How many workers for each colour, with the result of each number. */
function Sizes({ some, kind, tile, shown }: { some: readonly Choice[]; kind: "bid" | "use"; tile: string; shown: Shown }) {
  const { control, table, rules, model } = shown;
  const result = (choice: Choice) => choice.result ?? "";
  const same = some.every((choice) => result(choice) === result(some[0]!)) ? result(some[0]!) : "";
  const lot = table.view.state.lots.find((one) => one.tile === tile);
  const mine = lot?.bids?.find((bid) => bid.seat === table.view.viewer), top = [...(lot?.bids ?? [])].filter((bid) => bid.seat !== table.view.viewer).sort((a, b) => b.size - a.size)[0];
  // workers from the screen first; what outbid workers could add is only shown on request
  const [more, setMore] = useState(false);
  const plain = some.filter((choice) => rules.pieces[choice.key] !== undefined && !rules.tiles[choice.key]), folded = plain.length && some.length - plain.length > 1 ? some.length - plain.length : 0;
  const note = kind === "use" ? same : mine ? t("adds", { n: mine.size }) : top ? t("outbid", { name: table.view.players[top.seat]! }) : "";
  return (
    <div class="act"><h4><Term of={kind} control={control} />{note ? <span>{up(note)}</span> : null}</h4>
      <div class="kinds">{(folded && !more ? plain : some).map((choice) => {
        const colour = choice.key.split("+")[0]!.replace("*", ""), plain = rules.pieces[colour] !== undefined && !rules.tiles[choice.key];
        return (
          <div class="sizes" key={choice.key}>
            {plain ? <Icon name={colour} large="lg" /> : null}{plain && !choice.key.includes("+") ? null : <span class="source">{up(choice.label)}</span>}
            {(choice.choices ?? [choice]).map((leaf) => {
              const number = /^[A-Z]\d+$/.test(leaf.key) ? leaf.key.slice(1) : leaf.key.split("+").map((part) => (/^[A-Z]\d+$/.test(part) ? part.slice(1) : "+")).join("") || leaf.label;
              const what = `${t(kind)}: ${title(rules, tile)}, ${leaf.label}`;
              return (
                <button type="button" key={leaf.key} class="size" data-action={leaf.action} data-lights={tile} title={leaf.result} disabled={model.sent !== null} onClick={() => control.choose(leaf, what)}>
                  <b aria-hidden="true">{number.replace(/^\++$/, "✓")}</b><span class="sr">{`${t(kind)} ${leaf.label}`}</span>{leaf.result ? <small class={plainly(number, leaf.result) ? "sr" : ""}>{leaf.result}</small> : null}
                </button>
              );
            })}
            {!same && result(choice) ? <span class="result">{up(result(choice))}</span> : null}
          </div>
        );
      })}{folded && !more ? <button type="button" class="quiet more-groups" aria-expanded={false} onClick={() => setMore(true)}><Glyph name="plus" />{t("withGroups", { n: folded })}</button> : null}</div>
    </div>
  );
}

/** What can be done at the picked place. */
function Acts({ shown, plain = false }: { shown: Shown; plain?: boolean }) {
  const { control, model, table, rules } = shown, decision = table.decision;
  const here = choicesAt(decision, model.pick.key), tile = here.find((choice) => choice.kind === "tile");
  const { goods, good, targets } = moving(decision, model.pick), called = pieceName(rules);
  const groups = (["bid", "use"] as const).map((kind) => [kind, tile?.choices?.filter((choice) => choice.kind === kind) ?? []] as const).filter(([, some]) => some.length);
  const ups = (tile?.choices ?? []).filter((choice) => choice.kind === "upgrade");
  const rest = (tile?.choices ?? []).filter((choice) => !["bid", "use", "upgrade"].includes(choice.kind));
  const boat = here.filter((choice) => choice.kind === "boat");
  if (!groups.length && !targets.length && !ups.length && !rest.length && !boat.length) return null;
  return (
    <div class={plain ? "acts" : "pinned"}>
      {groups.map(([kind, some]) => <Sizes key={kind + model.pick.key} kind={kind} some={some} tile={model.pick.key} shown={shown} />)}
      {boat.map((choice) => <button key={choice.key} type="button" class="main" disabled={model.sent !== null} onClick={() => control.choose(choice)}>{t("takeBoat")}</button>)}
      {good ? (
        <div class="act"><h4>{t("moveFrom", { good: called(good.key, ""), tile: placeTitle(rules, model.pick.key) })}</h4>
          {goods.length > 1 ? <div class="goods" role="group" aria-label={t("transport")}>{goods.map((one) => <button type="button" key={one.key} class={`chip ${one === good ? "on" : ""}`} aria-pressed={one === good} onClick={() => control.good(one.key)}><Icon name={one.key} />{up(one.label)}</button>)}</div> : null}
          <div class="list">{targets.map((choice) => <Pick key={choice.key} {...{ choice, shown }} lights={choice.key} />)}</div></div>
      ) : null}
      {rest.length ? <div class="act"><h4>{t("alsoHere")}</h4><div class="list">{rest.map((choice) => <Pick key={`${choice.kind}:${choice.key}`} choice={choice} shown={shown} lights={model.pick.key} />)}</div></div> : null}
      {ups.length ? <div class="act"><h4><Term of="upgrade" control={control} /></h4><div class="list">{ups.map((choice) => <Pick key={choice.key} choice={choice} shown={shown} lights={model.pick.key} what={`${t("upgrade")}: ${title(rules, model.pick.key)}`} />)}</div></div> : null}
    </div>
  );
}

/** The only thing that a choice leads to, if there is just one. */
const onlyLeaf = (choice: Choice): Choice | null => { const [only, ...more] = choice.choices ?? []; return only && !more.length ? onlyLeaf(only) ?? only : null; };

/** A choice as a line of a list: the choice, and its result. */
function Pick({ choice, shown, lights = "", what, children, number }: { choice: Choice; shown: Shown; lights?: string; what?: string; children?: ComponentChildren; number?: number }) {
  const { control, model, rules } = shown, named = rules.tiles[choice.key] ? "" : rules.pieces[choice.key] !== undefined ? `${choice.key}1` : choice.key;
  const only = onlyLeaf(choice), tile = rules.tiles[choice.key], words = choice.result ?? (only ? [only.label, only.result].filter(Boolean).join(", ") : choice.kind === "boat" ? tile?.front.words : "");
  const pieces = children === undefined && /^([A-Z]|[a-z_]+)\d+$/.test(named) && rules.pieces[pool(named)[0]![0]] !== undefined ? named : "";
  return (
    <button type="button" class="pick" data-number={number} data-lights={lights} data-action={choice.action} disabled={model.sent !== null} onClick={() => control.choose(choice, what)}>
      {number ? <i class="num" aria-hidden="true">{number}</i> : null}{choice.kind === "boat" && tile ? <TilePicture tile={choice.key} rules={rules} cls="th" /> : null}
      <span class="two"><b>{up(choice.kind === "pasture" || choice.kind === "target" ? placeTitle(rules, choice.key) : choice.label)}</b>{words ? <span>{up(words)}</span> : null}</span>
      {pieces ? <span class="pays" aria-hidden="true">{pool(pieces).map(([name]) => <Icon key={name} name={name} kind="skill" large="lg" label={pieceName(rules)(name, "")} />)}</span> : null}{children}
    </button>
  );
}

/** Actions that this client has never heard of: buttons with their labels. */
const Others = ({ shown }: { shown: Shown }) => {
  const rest = others(shown.table.decision);
  return rest.length ? <div class="act others"><h4>{t("alsoPossible")}</h4><div class="list">{rest.map((choice) => <Pick key={`${choice.kind}:${choice.key}`} choice={choice} shown={shown} lights={choice.key} />)}</div></div> : null;
};

/** What else there is to do, where it cannot be seen. */
function Elsewhere({ control, table }: Shown) {
  const { villages } = counts(table), rest = villages.map((_, seat) => seat).filter((seat) => seat !== table.view.viewer && villages[seat]), signs = signsOf(table);
  return rest.length ? <div class="also"><span>{t("alsoIn")}</span>{rest.map((seat) => <button type="button" key={seat} class="chip" onClick={() => control.look(seat)}><Seal seat={seat} letter={signs[seat]!} />{`${table.view.players[seat]}: ${t("places", { n: villages[seat]! })}`}</button>)}</div> : null;
}

function Offers({ shown }: { shown: Shown }) {
  const { control, model, table, rules } = shown, own = table.view.state.seats[table.view.viewer]?.winter ?? [];
  return <div class="offers">{own.map((tile) => {
    const on = model.offered.includes(tile);
    return <button type="button" key={tile} class={`offer ${on ? "on" : ""}`} data-offer={tile} aria-pressed={on} onClick={() => control.toggleOffer(tile)}>
      <TilePicture tile={tile} rules={rules} cls="big" /><span><b>{title(rules, tile)}</b>{up(rules.tiles[tile]?.front.words ?? "")}</span>{on ? <i class="tick"><Glyph name="check" /></i> : null}</button>;
  })}</div>;
}

function Boats({ shown }: { shown: Shown }) {
  const { control, model, table, rules } = shown, called = pieceName(rules);
  return <div class="offers">{(table.decision?.choices ?? []).filter((choice) => choice.kind === "boat").map((choice, n) => {
    const berth = table.view.state.berths.find((one) => one.boat === choice.key);
    return <button type="button" key={choice.key} class="offer" data-number={n + 1} data-action={choice.action} data-lights={choice.key} disabled={model.sent !== null} onClick={() => control.choose(choice)}>
      <TilePicture tile={choice.key} rules={rules} cls="big" /><span><b>{choice.label}</b>{up(rules.tiles[choice.key]?.front.words ?? "")}<span class="cargo"><Pieces of={berth?.workers} called={called} /><Pieces of={berth?.skills} kind="skill" called={called} /></span></span></button>;
  })}</div>;
}

/** Everything that can be moved or upgraded, for those who would rather read a list than a picture. */
function HaulList({ shown }: { shown: Shown }) {
  const { control, table, rules } = shown, choices = table.decision?.choices ?? [];
  const origins = choices.filter((choice) => choice.kind === "origin"), ups = choices.filter((choice) => choice.kind === "tile");
  return <>
    {origins.length ? <div class="act"><h4>{t("moveWhat")}</h4><div class="list">{origins.map((choice) => (
      <button type="button" class="pick" key={choice.key} data-lights={choice.key} onClick={() => control.place(choice.key)}><span class="two"><b>{placeTitle(rules, choice.key)}</b></span><span class="pays">{(choice.choices ?? []).map((good) => <Icon key={good.key} name={good.key} />)}</span></button>))}</div></div> : null}
    {ups.length ? <div class="act"><h4><Term of="upgrade" control={control} /></h4><div class="list">{ups.map((choice) => (
      <button type="button" class="pick" key={choice.key} data-lights={choice.key} onClick={() => control.place(choice.key)}><TilePicture tile={choice.key} side={1} rules={rules} cls="th" /><span class="two"><b>{choice.label}</b><span>{up(choice.choices?.[0]?.result ?? "")}</span></span></button>))}</div></div> : null}
  </>;
}

/** The middle of the panel. */
function Middle({ shown }: { shown: Shown }) {
  const { control, model, table, rules } = shown, decision = table.decision;
  if (model.score !== null && table.scores[model.score]) {
    return <article class="card"><h3>{t("scoreSheet")}<small>{`${table.view.players[model.score]}: ${t("points", { n: table.scores[model.score]!.total })}`}</small></h3><SheetLines sheet={table.scores[model.score]!} rules={rules} /></article>;
  }
  const card = model.card ? <CardView {...shown} /> : null;
  if (model.past && model.review?.moments.get(model.past.ply - 1)?.choice) return <><Alternatives model={model} />{card}</>;
  if (!decision) return card ?? (table.scene.svg ? null : <Blank text={t("pointHint")} />);
  if (model.pick.way.length) return <Way shown={shown} />;
  switch (table.scene.svg ? "" : decision.kind) {
    case "turn": return card ?? <><Blank text={onlyPassing(decision) ? "" : t("pickTile")} /><Others shown={shown} /><Elsewhere {...shown} /></>;
    case "offer-winter": return <>{card && model.card?.kind === "tile" && !table.view.state.seats[table.view.viewer]?.winter?.includes(model.card.key) ? card : null}<Offers shown={shown} /></>;
    case "take-boat": return <><Boats shown={shown} />{card}</>;
    case "haul": return <>{model.pick.key ? <Acts shown={shown} plain /> : null}{card}{model.pick.key ? null : <><HaulList shown={shown} /><Others shown={shown} /></>}</>;
    case "build-all": {
      const { won, tile } = laying(decision, model.pick);
      return <>{won.length > 1 ? <div class="goods" role="group" aria-label={t("won")}>{won.map((choice) => <button type="button" key={choice.key} class={`chip ${choice === tile ? "on" : ""}`} aria-pressed={choice === tile} onClick={() => control.place(choice.key)}>{choice.label}</button>)}</div> : null}
        {card ?? (tile ? <TileCard tile={tile.key} control={control} table={table} rules={rules} /> : null)}</>;
    }
  }
  // any other question, of any expansion and any game: its choices as a list
  const pastures = table.scene.pastures?.[table.view.viewer] ?? [], called = pieceName(rules);
  const main = decision.choices.filter((choice) => choice.kind !== "do");
  return <><div class="act"><div class="list">{main.map((choice, n) => {
    const pasture = choice.kind === "pasture" ? pastures.find((one) => one.id === choice.key) : null;
    const number = choice.kind === "pasture" ? Number(choice.key.split("/")[1]) : n + 1;
    return <Pick key={`${choice.kind}:${choice.key}`} choice={choice} shown={shown} number={number} lights={choice.key}>
      {pasture ? <span class="pays">{pasture.animals ? <Pieces of={pasture.animals} called={called} /> : <span class="note">{t("empty")}</span>}</span> : undefined}
      </Pick>;
  })}</div></div>{card}</>;
}

/** The choices below those that were made, with the way that leads there. */
function Way({ shown }: { shown: Shown }) {
  const { decision } = shown.table, { way } = shown.model.pick, made: string[] = [];
  let level: readonly Choice[] = decision?.choices ?? [];
  for (const one of way) {
    const found = level.find((choice) => `${choice.kind}:${choice.key}` === one);
    if (found) made.push(up(found.label));
    level = found?.choices ?? [];
  }
  return <div class="act"><h4 class="way">{made.join(" › ")}</h4><div class="list">{below(decision, way).map((choice, n) => <Pick key={`${choice.kind}:${choice.key}`} choice={choice} shown={shown} number={n + 1} lights={choice.key} />)}</div></div>;
}

const Blank = ({ text }: { text: string }) => <div class="blank"><svg viewBox="-110 -96 220 192" aria-hidden="true"><polygon points={HEX} /><text y="14">?</text></svg>{text ? <p>{text}</p> : null}</div>;

/** What stays at the foot: pass, done, lay, offer, and the other buttons of the question. */
function Foot({ shown }: { shown: Shown & { phone: boolean } }) {
  const { control, model, table } = shown, decision = table.decision, busy = model.sent !== null;
  if (model.past && !model.card && model.score === null) return <div class="foot"><span class="note">{t(model.past.open ? "pastOpen" : "pastKnown")}</span></div>;
  if (!decision) return model.card || model.score !== null ? <div class="foot"><button type="button" class="quiet" data-do="back" onClick={() => control.back()}>{t("back")}</button></div> : null;
  const more = shown.phone && !model.sheet && !table.scene.svg && ["turn", "haul", "build-all"].includes(decision.kind) ? others(decision).length : 0;
  const pass = passing(decision), rest = buttons(decision).filter((choice) => choice !== pass && (["do", "stock"].includes(choice.kind)) && decision.kind !== "put-animals");
  const folded = shown.phone && !model.sheet && ["turn", "haul", "build-all"].includes(decision.kind); // then there is nothing to go back from
  const back = (model.card && !folded) || model.pick.way.length || model.score !== null || (shown.phone && model.pick.cell) ? <button type="button" class="quiet" data-do="back" onClick={() => control.back()}>{t("back")}</button> : null;
  if (!["turn", "build-all", "offer-winter"].includes(decision.kind) && !back && !rest.length && !pass && !more) return null;
  const { cell, rotation } = laying(decision, model.pick);
  const wanted = [...model.offered].sort().join(" ");
  const offer = decision.choices.find((choice) => choice.kind === "offer" && choice.key.split(" ").sort().join(" ") === wanted);
  return (
    <div class="foot">
      {decision.kind === "build-all" ? <>
        {back}<span class="fill" />
        <button type="button" class="quiet" data-do="turn" disabled={!cell || (cell.choices?.length ?? 0) < 2} onClick={() => control.turn()}><Glyph name="turn" />{t("turn")}<kbd aria-hidden="true">R</kbd></button>
        <button type="button" class="main" data-do="lay" disabled={!rotation || busy} onClick={() => rotation?.action && control.play(rotation.action, t("layHere"))}>{t("layHere")}</button></> : null}
      {decision.kind === "offer-winter" ? <><span class="note">{t("chosen", { n: model.offered.length, all: table.view.state.seats[table.view.viewer]?.winter?.length ?? 0 })}</span>
        <button type="button" class="main" data-do="offer" disabled={!offer || busy} onClick={() => offer?.action && control.play(offer.action, t("offer", { n: model.offered.length }))}>{t("offer", { n: model.offered.length })}</button></> : null}
      {decision.kind === "turn" ? back ?? <label class="switch"><input type="checkbox" checked={model.auto} onChange={(event) => control.setAuto(event.currentTarget.checked)} /><span aria-hidden="true" />{t("autoPass")}</label> : null}
      {!["turn", "build-all", "offer-winter"].includes(decision.kind) ? back ?? <span class="fill" /> : null}
      {more ? <button type="button" class="chip more-choices" onClick={() => control.store.set({ sheet: true, card: null })}>{t("moreChoices", { n: more })}</button> : null}
      {rest.map((choice) => <button type="button" key={choice.key} class={choice.kind === "do" ? "main" : "chip"} data-do={choice.key} data-action={choice.action} disabled={busy} onClick={() => control.choose(choice)}>{model.passing && choice.kind === "do" ? <i class="soon" aria-hidden="true" /> : null}{choice.kind === "stock" ? <><Icon name={choice.key.replace(/\d+$/, "")} />{choice.result ? t("spend", { good: choice.label, result: choice.result }) : up(choice.label)}</> : up(choice.label)}</button>)}
      {pass ? <button type="button" class={`pass ${onlyPassing(decision) ? "main" : ""}`} data-do="pass" disabled={busy} onClick={() => control.pass()}>{pass.label}{model.passing ? <i class="soon" aria-hidden="true" /> : null}</button> : null}
    </div>
  );
}

/** What a click has sent, until it is answered. */
function Sent({ control, model }: Shown) {
  if (model.passing) return <p class="sent" role="status"><span>{t("passingSoon")}</span><button type="button" class="link" onClick={() => control.stopPassing()}>{t("stop")}</button></p>;
  if (!model.sent) return null;
  return <p class="sent" role="status"><i aria-hidden="true" /><span>{model.sent.kept ? t("keptClick", { what: model.sent.what }) : t("sent", { what: model.sent.what })}</span>
    {model.sent.kept ? <button type="button" class="link" onClick={() => control.drop()}>{t("forget")}</button> : null}</p>;
}

/** What lies behind your screen. */
function Hand({ control, model, table, rules, phone }: Shown & { phone: boolean }) {
  const own = table.scene.svg ? undefined : table.view.state.seats[table.view.viewer];
  if (!own) return null;
  const read = (piece: string, of = "") => control.read({ kind: "piece", key: piece, of });
  const called = pieceName(rules), winter = table.decision?.kind === "offer-winter" ? [] : own.winter ?? [];
  const some = (of: string | undefined, kind = "worker") => <Pieces of={of} kind={kind} called={called} read={read} />;
  return (
    <section class="hand" aria-labelledby="hand-title"><h4 id="hand-title">{t("behindYourScreen")}</h4>
      <div class="mine">{total(own.workers) + total(own.open_workers) ? <>{some(own.workers)}{some(own.open_workers)}</> : <span class="note">{t("noWorkers")}</span>}
        {own.skills || own.open_skills ? <i class="gap" /> : null}{some(own.skills, "skill")}{some(own.open_skills, "skill")}{own.stock ? <i class="gap" /> : null}{some(own.stock)}<PlaceRow places={placesOn(table, "seat", { seat: table.view.viewer })} rules={rules} read={read} />
        {phone && winter.length ? <button type="button" class="chip winter-chip" onClick={() => control.read({ kind: "tile", key: winter[0]! })}><svg class="icon" viewBox="-14 -14 28 28" aria-hidden="true"><use href="#kf-season-winter" /></svg>{winter.length}<span class="sr">{t("winterTiles")}</span></button> : null}</div>
      {winter.length && (!phone || (model.card?.kind === "tile" && winter.includes(model.card.key))) ? <div class="winters" role="group" aria-label={t("winterTiles")}>{winter.map((tile) => (
        <button type="button" class={`wt ${model.card?.kind === "tile" && model.card.key === tile ? "selected" : ""}`} key={tile} data-place={tile} onClick={() => control.read({ kind: "tile", key: tile })}><TilePicture tile={tile} rules={rules} /><span>{title(rules, tile)}</span></button>))}</div> : null}
    </section>
  );
}

export function Desk(shown: Shown & { phone: boolean }) {
  const { model, table, phone, control } = shown, { label, main, more } = asked(shown);
  const open = !phone || model.sheet || model.score !== null || ["offer-winter", "take-boat", "put-animals", "pay-cost", "choose-benefit"].includes(table.decision?.kind ?? "") || (table.decision !== null && (!["turn", "haul", "build-all"].includes(table.decision.kind) || Boolean(table.scene.svg)));
  // in a window that is low or enlarged the page is scrolled: to what was just chosen
  const box = useRef<HTMLElement>(null);
  useEffect(() => { if (phone && innerHeight <= LOW && model.sheet) box.current?.scrollIntoView({ block: "start" }); }, [phone, model.sheet, model.pick.key, model.card]);
  return (
    <section ref={box} class={`desk ${phone ? "on-phone" : ""} ${open ? "opened" : "peeking"}`} aria-label={t("decision")}>
      {phone ? <button type="button" class="grip" aria-label={open ? t("smaller") : t("larger")} aria-expanded={open} onClick={() => control.store.set(open ? { sheet: false, card: null, score: null } : { sheet: true })} /> : null}
      {model.guided ? <Guide control={control} model={model} /> : null}
      <div class="desk-top"><div class="label"><small><Question kind={model.past || table.scene.svg ? undefined : table.decision?.kind} label={label} control={control} /></small><Clock model={model} table={table} seat={table.view.viewer} /><AskHint {...shown} /><TakeBack {...shown} /></div>
        <h2 class="prompt">{main}</h2>{more ? <p class="more">{more}</p> : null}{phone && !open && !model.past ? <p class="more lately" title={lately(model)}>{lately(model)}</p> : null}
        {model.problem ? <p class="problem" role="alert">{sentence(model.problem)}</p> : null}</div>
      {open ? <><div class="desk-middle" tabIndex={0} role="group" aria-label={t("decision")}><Hint model={model} /><Middle shown={shown} /></div>{table.decision?.kind === "turn" && model.score === null ? <Acts shown={shown} /> : null}</> : null}
      <StandIns {...shown} /><Sent {...shown} /><Foot shown={shown} />
      <Hand {...shown} phone={phone} />
    </section>
  );
}
