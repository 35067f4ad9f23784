//! Uninformed search over the tesuji traits: breadth-first to iterative deepening, bidirectional, uniform-cost, and enumeration of whole spaces.
