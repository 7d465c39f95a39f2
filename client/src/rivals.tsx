// The others, as a strip: what they have, how their villages look, and where there is something to do for you.
import { counts } from "./choosing";
import { Clock } from "./clock";
import type { Control } from "./control";
import { pieceName, signsOf, type Model } from "./model";
import { Icon, Mini, Pieces, Seal } from "./pictures";
import type { Rules, Table } from "./protocol";
import { t } from "./text";
import { lying } from "./village";

export function Rivals({ control, model, table, rules }: { control: Control; model: Model; table: Table; rules: Rules }) {
  const { state, viewer, players, deciding } = table.view, signs = signsOf(table), open = counts(table).villages, called = pieceName(rules);
  const rivals = players.map((_, seat) => seat).filter((seat) => seat !== viewer);
  return (
    <section class={`strip n${rivals.length}`} aria-label={t("rivals")} data-arrows>{rivals.map((seat) => {
      const seated = state.seats[seat]!, here = model.looked === seat || (viewer < 0 && model.looked === null && seat === 0);
      const places = new Set((table.decision?.choices ?? []).filter((choice) => choice.kind === "tile" && choice.seat === seat).map((choice) => choice.key));
      const away = !model.past && !(model.here[seat] ?? true);
      return (
        <div class="rival-box" key={seat}>
          <button type="button" class={`rival ${here ? "on" : ""} ${deciding.includes(seat) ? "thinking" : ""}`} data-seat={seat} aria-pressed={here} onClick={() => control.look(seat)}>
            <span class="who"><Seal seat={seat} letter={signs[seat]!} /><b title={players[seat]}>{players[seat]}</b>
              {state.start === seat ? <span class="start" title={t("start")}><Icon name="purple" /><span class="sr">{t("start")}</span></span> : null}
              <Clock model={model} table={table} seat={seat} />
              {table.seats[seat]?.stand_in && !model.past ? <span class="chip-note">{t("isBot")}</span> : away ? <span class="chip-note">{t("away")}</span> : deciding.includes(seat) ? <span class="chip-note dots">{t("thinking")}</span> : null}</span>
            <span class="have"><Pieces of={seated.workers} called={called} /><Pieces of={seated.open_workers} called={called} /><Pieces of={seated.skills} kind="skill" called={called} /><Pieces of={seated.stock} called={called} /></span>
            <span class="lying"><Pieces of={lying(table, seat)} called={called} /></span>
            <Mini tiles={seated.village.tiles} open={places} rules={rules} />
          </button>
          {open[seat] ? <em class="badge"><span aria-hidden="true">{open[seat]}</span><span class="sr">{t("places", { n: open[seat]! })}</span></em> : null}
        </div>
      );
    })}</section>
  );
}
