//! Where the nodes of a drawn tree go.

/// A tidy drawing of a tree: each node in the middle above its children, subtrees as close as they
/// can be, the same shape drawn the same wherever it stands, no two nodes overlapping.
///
/// The method of Reingold and Tilford ("Tidier Drawings of Trees", IEEE Transactions on Software
/// Engineering 7, 1981) for any number of children in linear time: Buchheim, Jünger and Leipert,
/// "Improving Walker's Algorithm to Run in Linear Time", Graph Drawing 2002; here for nodes of
/// different widths and without recursion.
///
/// # Example
/// ```
/// use tesuji_catalogue::tree::Layout;
///
/// // A root, its two children, and a child of the second.
/// let layout = Layout::new(&[vec![1, 2], vec![], vec![3], vec![]], &[10.0; 4], 5.0);
/// assert_eq!(layout.middles(), [12.5, 5.0, 20.0, 20.0]);
/// assert_eq!(layout.width(), 25.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    middles: Vec<f64>,
    width: f64,
}

impl Layout {
    /// Lays out the tree in which `children[n]` are the children of node `n`, from left to right,
    /// and every child has a larger number than its parent; `widths[n]` is the width of node `n`,
    /// and between two neighbours there is a gap of at least `gap`. Of several trees, the roots are
    /// side by side.
    ///
    /// # Panics
    /// If a child's number is not larger than its parent's or is that of no node, or a width is
    /// missing.
    #[must_use]
    pub fn new(children: &[Vec<usize>], widths: &[f64], gap: f64) -> Self {
        assert!(
            children
                .iter()
                .enumerate()
                .all(|(node, below)| below.iter().all(|&child| child > node)),
            "children have larger numbers than their parents"
        );
        let mut is_root = vec![true; children.len()];
        children.iter().flatten().for_each(|&child| is_root[child] = false);
        let roots: Vec<_> = (0..children.len()).filter(|&node| is_root[node]).collect();
        if roots.len() <= 1 {
            return Self::of_tree(children, widths, gap);
        }
        // One tree, below a node that is not drawn.
        let below = |nodes: &Vec<usize>| nodes.iter().map(|node| node + 1).collect();
        let children: Vec<_> = std::iter::once(&roots).chain(children).map(below).collect();
        let widths: Vec<_> = std::iter::once(&0.0).chain(widths).copied().collect();
        let mut layout = Self::of_tree(&children, &widths, gap);
        layout.middles.remove(0);
        layout
    }

    /// Lays out a tree with node 0 as its root.
    fn of_tree(children: &[Vec<usize>], widths: &[f64], gap: f64) -> Self {
        let mut walk = Walk::new(children, widths, gap);
        // Children before parents, then parents before children.
        for node in (0..children.len()).rev() {
            walk.place_children(node);
        }
        if let Some(root) = walk.nodes.first_mut() {
            root.preliminary = root.midpoint;
        }
        let mut middles = vec![0.0; children.len()];
        let mut shifts = vec![0.0; children.len()];
        for node in 0..children.len() {
            middles[node] = walk.nodes[node].preliminary + shifts[node];
            for &child in &children[node] {
                shifts[child] = shifts[node] + walk.nodes[node].modifier;
            }
        }
        let edges =
            |side: f64| middles.iter().zip(widths).map(move |(x, width)| x + side * width / 2.0);
        let left = edges(-1.0).fold(f64::INFINITY, f64::min);
        let right = edges(1.0).fold(f64::NEG_INFINITY, f64::max);
        if middles.is_empty() {
            return Layout { middles, width: 0.0 };
        }
        let middles = middles.iter().map(|x| x - left).collect();
        Layout { middles, width: right - left }
    }

    /// The middle of each node, from the left edge of the drawing.
    #[must_use]
    pub fn middles(&self) -> &[f64] {
        &self.middles
    }

    /// The width of the drawing.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }
}

/// A node while the tree is laid out. The names are those of the paper.
#[derive(Clone, Debug)]
struct Placed {
    /// Its middle, as its siblings see it.
    preliminary: f64,
    /// What all below it are to be shifted by.
    modifier: f64,
    /// Halfway between its first and its last child, as these see it.
    midpoint: f64,
    /// Where the contour goes on at a node without children.
    thread: Option<usize>,
    /// The sibling or self among whose descendants it is, for its depth in a left contour.
    ancestor: usize,
    change: f64,
    shift: f64,
    /// Which child of its parent.
    number: usize,
}

struct Walk<'a> {
    children: &'a [Vec<usize>],
    widths: &'a [f64],
    gap: f64,
    parents: Vec<usize>,
    nodes: Vec<Placed>,
}

impl<'a> Walk<'a> {
    fn new(children: &'a [Vec<usize>], widths: &'a [f64], gap: f64) -> Self {
        let fresh = |node| Placed {
            preliminary: 0.0,
            modifier: 0.0,
            midpoint: 0.0,
            thread: None,
            ancestor: node,
            change: 0.0,
            shift: 0.0,
            number: 0,
        };
        let mut nodes: Vec<_> = (0..children.len()).map(fresh).collect();
        let mut parents = vec![0; children.len()];
        for (node, below) in children.iter().enumerate() {
            for (number, &child) in below.iter().enumerate() {
                nodes[child].number = number;
                parents[child] = node;
            }
        }
        Walk { children, widths, gap, parents, nodes }
    }

    /// How far apart the middles of two neighbours have to be.
    fn distance(&self, left: usize, right: usize) -> f64 {
        (self.widths[left] + self.widths[right]) / 2.0 + self.gap
    }

    /// Places the children of a node beside each other, the subtrees below them being placed.
    fn place_children(&mut self, node: usize) {
        let below = &self.children[node];
        let (Some(&first), Some(&last)) = (below.first(), below.last()) else { return };
        let mut default_ancestor = first;
        for (number, &child) in below.iter().enumerate() {
            let midpoint = self.nodes[child].midpoint;
            match number.checked_sub(1) {
                None => self.nodes[child].preliminary = midpoint,
                Some(before) => {
                    let left = below[before];
                    let place = self.nodes[left].preliminary + self.distance(left, child);
                    self.nodes[child].preliminary = place;
                    self.nodes[child].modifier = place - midpoint;
                    default_ancestor = self.apportion(child, left, first, default_ancestor);
                }
            }
        }
        self.execute_shifts(node);
        self.nodes[node].midpoint =
            (self.nodes[first].preliminary + self.nodes[last].preliminary) / 2.0;
    }

    /// Moves the subtree below `node` away from those of the siblings on its left, which begin with
    /// `first` and end with `left`; gives the default ancestor for the next sibling.
    fn apportion(
        &mut self,
        node: usize,
        left: usize,
        first: usize,
        mut default_ancestor: usize,
    ) -> usize {
        // Contours of this subtree (right of the gap) and of the ones before (left of it), with the
        // sums of the modifiers along them.
        let (mut inside_right, mut outside_right) = (node, node);
        let (mut inside_left, mut outside_left) = (left, first);
        let modifier = |walk: &Self, node: usize| walk.nodes[node].modifier;
        let mut sum_inside_right = modifier(self, inside_right);
        let mut sum_outside_right = modifier(self, outside_right);
        let mut sum_inside_left = modifier(self, inside_left);
        let mut sum_outside_left = modifier(self, outside_left);
        while let (Some(next_left), Some(next_right)) =
            (self.next_right(inside_left), self.next_left(inside_right))
        {
            (inside_left, inside_right) = (next_left, next_right);
            outside_left = self.next_left(outside_left).expect("at least as deep as the inside");
            outside_right = self.next_right(outside_right).expect("at least as deep as the inside");
            self.nodes[outside_right].ancestor = node;
            let shift = self.nodes[inside_left].preliminary + sum_inside_left
                - (self.nodes[inside_right].preliminary + sum_inside_right)
                + self.distance(inside_left, inside_right);
            if shift > 0.0 {
                let ancestor = self.nodes[inside_left].ancestor;
                let is_sibling = self.parents[ancestor] == self.parents[node];
                let from = if is_sibling { ancestor } else { default_ancestor };
                self.move_subtree(from, node, shift);
                sum_inside_right += shift;
                sum_outside_right += shift;
            }
            sum_inside_left += modifier(self, inside_left);
            sum_inside_right += modifier(self, inside_right);
            sum_outside_left += modifier(self, outside_left);
            sum_outside_right += modifier(self, outside_right);
        }
        if let Some(next) = self.next_right(inside_left)
            && self.next_right(outside_right).is_none()
        {
            self.nodes[outside_right].thread = Some(next);
            self.nodes[outside_right].modifier += sum_inside_left - sum_outside_right;
        }
        if let Some(next) = self.next_left(inside_right)
            && self.next_left(outside_left).is_none()
        {
            self.nodes[outside_left].thread = Some(next);
            self.nodes[outside_left].modifier += sum_inside_right - sum_outside_left;
            default_ancestor = node;
        }
        default_ancestor
    }

    /// Moves a subtree to the right, and those between it and `left` by their share.
    fn move_subtree(&mut self, left: usize, right: usize, shift: f64) {
        let apart = self.nodes[right].number - self.nodes[left].number;
        let share = shift / apart as f64;
        let right = &mut self.nodes[right];
        right.change -= share;
        right.shift += shift;
        right.preliminary += shift;
        right.modifier += shift;
        self.nodes[left].change += share;
    }

    fn execute_shifts(&mut self, node: usize) {
        let (mut shift, mut change) = (0.0, 0.0);
        for &child in self.children[node].iter().rev() {
            let child = &mut self.nodes[child];
            child.preliminary += shift;
            child.modifier += shift;
            change += child.change;
            shift += child.shift + change;
        }
    }

    /// The next node down the left contour.
    fn next_left(&self, node: usize) -> Option<usize> {
        self.children[node].first().copied().or(self.nodes[node].thread)
    }

    /// The next node down the right contour.
    fn next_right(&self, node: usize) -> Option<usize> {
        self.children[node].last().copied().or(self.nodes[node].thread)
    }
}
