// What a search claims in the end, in a few words.

import { number, t } from "../i18n.js";
import { expected, simulated } from "./judgement.js";

export function claimOf(report) {
  const { outcome, optimal, length, cost, unit_costs: unitCosts, lower_bound: bound, limit, estimate } = report;
  switch (outcome) {
    case "solved": {
      // Bounds are of costs, which are numbers of moves only where each move costs 1.
      const ending = unitCosts === false ? ".cost" : "";
      const values = { length, cost: number(cost), bound: number(bound ?? 0) };
      return t(`claim.${optimal ? "optimal" : "solved"}${ending}`, values);
    }
    case "unsolvable": return t("claim.unsolvable");
    case "win": case "loss": return length === null ? t(`legend.${outcome}`) : t(`value.${outcome}.in`, { length });
    case "draw": return t("legend.draw");
    case "expected": return expected("claim.expected", report);
    default: return limit ? t("claim.limit", { limit: t(`limit.${limit}`) })
      : simulated("claim.chance", report) ?? t("claim.estimate", { estimate: estimate ?? 0 });
  }
}
