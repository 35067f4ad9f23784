// First positions whose value is proved elsewhere, where a search would take longer than a reader waits.

const KNOWN = [
  { game: "connect-four", settings: { size: "7x6" }, outcome: "win", length: 41, source: "Allen 1988, Allis 1988" },
  { game: "breakthrough", settings: { size: "5x5" }, outcome: "loss", length: 26, source: "source.certificate" },
];

/** The proved value of a game's first position with these settings, if there is one. */
export const knownValue = ({ game, settings = {} }) =>
  KNOWN.find((one) => one.game === game && Object.entries(one.settings).every(([name, value]) => settings[name] === value));
