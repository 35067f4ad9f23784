//! Breakthrough on boards of any size up to 8x8: rules, notation, drawing, hashing, fast random playouts.
