//! The Nim family: rules, notation, drawing, and the Sprague-Grundy theory of take-and-break games.
