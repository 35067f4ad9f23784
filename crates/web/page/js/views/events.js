// The steps of a recorded search in words.

import { capital } from "../catalogue.js";
import { t } from "../i18n.js";
import { pathTo } from "./search_data.js";

/** What an event does, with the `states` of the nodes at its step. */
export function eventWords(event, nodes, states) {
  if (event.event === "iteration") return event.bound === null ? t("event.iteration.free") : t("event.iteration", { bound: event.bound });
  const where = startOf(nodes[event.node]);
  switch (event.event) {
    case "visited": {
      const ends = event.window?.map((end) => end?.words);
      const path = pathTo(nodes, event.node, ", ");
      const beside = event.window?.find((end) => end?.beside)?.beside;
      if (beside) return t(`event.visited.${beside}`, { path });
      return ends && (ends[0] || ends[1])
        ? t("event.visited.window", { path, low: ends[0] ?? "−∞", high: ends[1] ?? "+∞" }) : t("event.visited", { path });
    }
    case "updated": {
      const { value, spent, left, words } = event.label;
      const kind = value ? "valued" : spent === undefined ? "updated" : left === null ? "cost" : "sum";
      return t(`event.${kind}`, { where, label: words });
    }
    case "settled": return event.fate === "refuted" ? cut(event.node, where, nodes, states) : t(`event.${event.fate}`, { where });
    default: return t("event.created", { where });
  }
}

/** The name of a node as a sentence begins with it: notation stays as it is. */
const startOf = ({ name, move }) => name === move && name !== null ? name : capital(name ?? t("search.root"));

/** Why a node is never visited: which value of its parent meets which end of the window. */
function cut(node, where, nodes, states) {
  const { parent } = nodes[node];
  const { label, window } = states[parent] ?? {};
  const isMax = nodes[parent]?.side === "max";
  const met = isMax ? window?.[1] : window?.[0];
  if (!label || !met || met.beside) return t("event.refuted", { where });
  const [alpha, beta] = isMax ? [label, met] : [met, label];
  return t(`event.cut.${isMax ? "max" : "min"}`, { where, alpha: alpha.plain, beta: beta.plain, alphaSure: alpha.sure, betaSure: beta.sure });
}
