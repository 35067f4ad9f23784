//! Tic-tac-toe: rules, notation, drawing, hashing, ranking, symmetries.
