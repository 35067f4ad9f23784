//! Connect Four on boards of any size that fits a word: rules, notation, drawing, hashing, ordering hints.
