// What a search claims in the end, in a few words.

import { number, t } from "../i18n.js";

export function claimOf({ outcome, optimal, length, lower_bound: bound, limit, estimate }) {
  switch (outcome) {
    case "solved": return optimal ? t("claim.optimal", { length }) : t("claim.solved", { length, bound: bound ?? 0 });
    case "unsolvable": return t("claim.unsolvable");
    case "win": case "loss": case "draw": return t(`legend.${outcome}`) + (length ? ` (${number(length)})` : "");
    default: return limit ? t("claim.limit", { limit: t(`limit.${limit}`) }) : t("claim.estimate", { estimate: estimate ?? 0 });
  }
}
