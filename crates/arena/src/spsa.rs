use rand::RngExt;
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;

/// A number that a [tuning](Spsa) varies, within bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Where the tuning starts.
    pub start: f64,
    /// Whether only whole numbers are valid.
    pub is_whole: bool,
}

/// An error for a range that nothing can be tuned in.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{low} to {high} is not a range of {kind} numbers in which {start} lies")]
pub struct BadRange {
    low: f64,
    high: f64,
    start: f64,
    kind: &'static str,
}

impl Parameter {
    /// A parameter that starts at `start`, or else in the middle of its range; one of whole numbers
    /// has those of the range.
    ///
    /// # Errors
    /// The range is empty or infinite, or does not contain the start.
    pub fn new(low: f64, high: f64, start: Option<f64>, is_whole: bool) -> Result<Self, BadRange> {
        let kind = if is_whole { "whole" } else { "finite" };
        let bad = BadRange { low, high, start: start.unwrap_or(low), kind };
        let (low, high) = if is_whole { (low.ceil(), high.floor()) } else { (low, high) };
        let mut parameter = Parameter { low, high, start: low, is_whole };
        if !(low < high && (high - low).is_finite()) {
            return Err(bad);
        }
        let start = start.unwrap_or_else(|| parameter.at(0.5));
        if !(low..=high).contains(&start) {
            return Err(bad);
        }
        parameter.start = start;
        Ok(parameter)
    }

    /// Whether equal factors are equal steps, rather than equal differences: for positive numbers
    /// whose range spans a factor of ten.
    fn is_logarithmic(&self) -> bool {
        !self.is_whole && self.low > 0.0 && self.high >= 10.0 * self.low
    }

    /// The value at a place of the range, 0 its low end and 1 its high end, to four digits of the
    /// smaller of itself and the range.
    fn at(&self, place: f64) -> f64 {
        let place = place.clamp(0.0, 1.0);
        let value = if self.is_logarithmic() {
            self.low * (self.high / self.low).powf(place)
        } else {
            self.low + (self.high - self.low) * place
        };
        let value = if self.is_whole { value.round() } else { self.rounded(value) };
        value.clamp(self.low, self.high)
    }

    fn place_of(&self, value: f64) -> f64 {
        if self.is_logarithmic() {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// The least distance from a place at which the values on both sides differ.
    fn min_spread(&self) -> f64 {
        if self.is_whole { 0.75 / (self.high - self.low) } else { 0.0 }
    }

    fn rounded(&self, value: f64) -> f64 {
        let digits = 3 + (value.abs() / (self.high - self.low)).max(1.0).log10() as usize;
        format!("{value:.digits$e}").parse().unwrap_or(value)
    }
}

/// Tuning by simultaneous perturbation: SPSA (Spall, "Multivariate Stochastic Approximation Using a
/// Simultaneous Perturbation Gradient Approximation", IEEE Transactions on Automatic Control 37,
/// 1992; Kocsis & Szepesvári, "Universal Parameter Optimisation in Games Based on SPSA", Machine
/// Learning 63, 2006).
///
/// In each iteration all parameters change at once, each up or down by chance, and the engine with
/// these values plays the engine with the opposite ones; all parameters then move towards the
/// values of the winner. The number of games does not depend on the number of parameters. Ranges
/// count as 0 to 1, by the logarithm where a positive range spans a factor of ten. The gains are
/// Spall's ("Implementation of the Simultaneous Perturbation Algorithm for Stochastic
/// Optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998): changes decrease
/// with the power 0.101 of the iteration, steps with the power 0.602.
///
/// # Example
/// The engine whose number is closer to 3 wins:
/// ```
/// use tesuji_arena::{Parameter, Spsa};
///
/// let mut tuning = Spsa::new(vec![Parameter::new(0.0, 10.0, None, false)?], 500, 1);
/// while let Some([up, down]) = tuning.candidates() {
///     let distances = [up, down].map(|values| (values[0] - 3.0_f64).abs());
///     tuning.learn(if distances[0] < distances[1] { 1.0 } else { -1.0 });
/// }
/// assert!((tuning.values()[0] - 3.0).abs() < 0.3);
/// # Ok::<(), tesuji_arena::BadRange>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    iterations: u64,
    /// By how much of its range a parameter changes in the last iteration.
    spread: f64,
    /// How far a won last iteration moves a parameter, as a part of the change.
    step: f64,
    random: Pcg64,
    /// The number of completed iterations.
    done: u64,
    places: Vec<f64>,
    /// The directions of the iteration that goes on.
    directions: Vec<f64>,
    /// The sum of the places after each iteration of the second half.
    sums: Vec<f64>,
}

impl Spsa {
    /// A tuning of this many iterations, whose changes end at a twentieth of the ranges and whose
    /// steps end at a twentieth of the changes.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Self {
        let places = parameters.iter().map(|one| one.place_of(one.start)).collect();
        Spsa {
            iterations,
            spread: 0.05,
            step: 0.05,
            random: Pcg64::seed_from_u64(seed),
            done: 0,
            places,
            directions: Vec::new(),
            sums: vec![0.0; parameters.len()],
            parameters,
        }
    }

    /// Sets by how much of its range each parameter changes in the last iteration: above 0.
    #[must_use]
    pub fn spread(mut self, spread: f64) -> Self {
        self.spread = spread;
        self
    }

    /// Sets how far a last iteration that is won with all points moves each parameter, as a part of
    /// the change.
    #[must_use]
    pub fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }

    /// The number of completed iterations.
    #[must_use]
    pub fn completed(&self) -> u64 {
        self.done
    }

    /// The values of the two engines that play the next iteration; none if all are played.
    ///
    /// # Panics
    /// If a parameter's `low` is not at most its `high`; those of [`Parameter::new`] are.
    pub fn candidates(&mut self) -> Option<[Vec<f64>; 2]> {
        if self.done >= self.iterations {
            return None;
        }
        let random = &mut self.random;
        let direction = |_: &Parameter| if random.random::<bool>() { 1.0 } else { -1.0 };
        self.directions = self.parameters.iter().map(direction).collect();
        let spread = self.spread_now();
        Some([1.0, -1.0].map(|side| {
            let at = |(index, one): (usize, &Parameter)| {
                // Both sides change equally, also at an end of the range.
                let change = spread.max(one.min_spread()).min(0.5);
                let middle = self.places[index].clamp(change, 1.0 - change);
                one.at(middle + side * change * self.directions[index])
            };
            self.parameters.iter().enumerate().map(at).collect()
        }))
    }

    /// Takes in the result of the iteration, from −1, all points for the second engine, to 1.
    pub fn learn(&mut self, result: f64) {
        let (total, now) = (self.iterations as f64, self.done as f64 + 1.0);
        // A tenth of the iterations, as Spall advises.
        let stability = total / 10.0;
        let spread = self.spread_now();
        let gain = self.step * self.spread.powi(2) / spread.powi(2)
            * ((stability + total) / (stability + now)).powf(0.602);
        for (place, direction) in self.places.iter_mut().zip(&self.directions) {
            *place = (*place + gain * spread * result * direction).clamp(0.0, 1.0);
        }
        self.done += 1;
        if self.is_counted() {
            self.sums.iter_mut().zip(&self.places).for_each(|(sum, place)| *sum += place);
        }
    }

    /// The values so far: the mean over the second half of the iterations, or those of now before
    /// it.
    ///
    /// # Panics
    /// If a parameter's `low` is not at most its `high`; those of [`Parameter::new`] are.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let counted = self.done.saturating_sub(self.iterations / 2);
        let place = |index: usize| match counted {
            0 => self.places[index],
            counted => self.sums[index] / counted as f64,
        };
        self.parameters.iter().enumerate().map(|(index, one)| one.at(place(index))).collect()
    }

    fn is_counted(&self) -> bool {
        self.done > self.iterations / 2
    }

    fn spread_now(&self) -> f64 {
        (self.spread * (self.iterations as f64 / (self.done as f64 + 1.0)).powf(0.101)).min(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tunes towards a goal, at which an engine is this many points of Elo stronger than at the
    /// distance of a whole range; pairs of games end by chance.
    fn tuned(parameters: &[Parameter], goal: &[f64], elo: f64, iterations: u64) -> Vec<f64> {
        let mut random = Pcg64::seed_from_u64(7);
        let strength = |values: &[f64]| -> f64 {
            let far = |index: usize| {
                let one = &parameters[index];
                (one.place_of(values[index]) - one.place_of(goal[index])).powi(2)
            };
            -elo * (0..goal.len()).map(far).sum::<f64>()
        };
        let mut tuning = Spsa::new(parameters.to_vec(), iterations, 3);
        while let Some([up, down]) = tuning.candidates() {
            let difference = strength(&up) - strength(&down);
            let share = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
            let wins = (0..2).filter(|_| random.random::<f64>() < share).count();
            tuning.learn(wins as f64 - 1.0);
        }
        assert_eq!(tuning.completed(), iterations);
        tuning.values()
    }

    #[test]
    fn tuning_finds_the_best_values_by_noisy_games() {
        let parameters = [
            Parameter::new(0.0, 1.0, None, false).unwrap(),
            Parameter::new(0.01, 10.0, None, false).unwrap(),
            Parameter::new(0.0, 100.0, Some(10.0), true).unwrap(),
        ];
        let goal = [0.8, 3.0, 60.0];
        let values = tuned(&parameters, &goal, 1500.0, 2000);
        for ((value, goal), parameter) in values.iter().zip(goal).zip(&parameters) {
            let off = (parameter.place_of(*value) - parameter.place_of(goal)).abs();
            assert!(off < 0.1, "{value} instead of {goal}");
        }
        assert_eq!(values[2].fract(), 0.0);
    }

    #[test]
    fn both_engines_of_an_iteration_are_within_the_ranges_and_differ() {
        let small = Parameter::new(1.0, 3.0, Some(1.0), true).unwrap();
        let large = Parameter::new(1e-3, 1e3, Some(1e3), false).unwrap();
        let narrow = Parameter::new(1.0001, 1.0002, None, false).unwrap();
        let all = [small, large, narrow];
        let mut tuning = Spsa::new(all.to_vec(), 300, 1);
        while let Some([up, down]) = tuning.candidates() {
            for (parameter, pair) in all.iter().zip(up.iter().zip(&down)) {
                let range = parameter.low..=parameter.high;
                assert!(range.contains(pair.0) && range.contains(pair.1) && pair.0 != pair.1);
            }
            tuning.learn(1.0);
        }
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        for (low, high, start) in [
            (1.0, 1.0, None),
            (2.0, 1.0, None),
            (0.0, f64::INFINITY, None),
            (f64::NAN, 1.0, None),
            (0.0, 1.0, Some(2.0)),
        ] {
            assert!(Parameter::new(low, high, start, false).is_err(), "{low} to {high}");
        }
        let middle = Parameter::new(0.01, 1.0, None, false).unwrap();
        assert_eq!(middle.start, 0.1, "the geometric mean");
    }

    #[test]
    fn a_range_of_whole_numbers_has_whole_ends() {
        let parameter = Parameter::new(0.4, 2.7, None, true).unwrap();
        assert_eq!((parameter.low, parameter.high), (1.0, 2.0));
        let mut tuning = Spsa::new(vec![parameter], 20, 1);
        while let Some(sides) = tuning.candidates() {
            assert!(sides.iter().all(|values| values[0].fract() == 0.0), "{sides:?}");
            tuning.learn(-1.0);
        }
        let none = Parameter::new(0.2, 0.7, None, true).unwrap_err().to_string();
        assert_eq!(none, "0.2 to 0.7 is not a range of whole numbers in which 0.2 lies");
    }
}
