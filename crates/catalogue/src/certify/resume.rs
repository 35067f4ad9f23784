use tesuji_certificate::{Ask, Chooser, Rejection};
use tesuji_core::{Checkpoints, Game};

/// A chooser whose choices are saved in checkpoints. After an interruption the walk begins again with
/// the choices of the newest checkpoint and asks the chooser only for those after them, so that what
/// has to be repeated takes no longer than its check.
pub(super) struct Resumed<'a, C> {
    chooser: C,
    checkpoints: Option<&'a Checkpoints>,
    section: String,
    choices: Vec<u32>,
    /// The number of choices that were made again.
    repeated: usize,
}

impl<'a, C> Resumed<'a, C> {
    pub(super) fn new(chooser: C, checkpoints: Option<&'a Checkpoints>, section: String) -> Self {
        let choices = checkpoints
            .and_then(|checkpoints| {
                checkpoints.load(&section, |input| {
                    let mut bytes = Vec::new();
                    input.bytes(&mut bytes)?;
                    let (words, _) = bytes.as_chunks();
                    Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
                })
            })
            .unwrap_or_default();
        Resumed { chooser, checkpoints, section, choices, repeated: 0 }
    }

    /// Saves the choices so far.
    pub(super) fn save(&self) {
        if let Some(checkpoints) = self.checkpoints {
            let bytes: Vec<u8> =
                self.choices.iter().flat_map(|choice| choice.to_le_bytes()).collect();
            checkpoints.save(&self.section, &mut |out| out.bytes(&bytes));
        }
    }
}

impl<G: Game, C: Chooser<G>> Chooser<G> for Resumed<'_, C> {
    fn choose(&mut self, ask: &Ask<'_, G>) -> Result<usize, Rejection> {
        if let Some(&choice) = self.choices.get(self.repeated) {
            self.repeated += 1;
            return Ok(choice as usize);
        }
        let choice = self.chooser.choose(ask)?;
        if self.checkpoints.is_some() {
            self.choices.push(u32::try_from(choice).unwrap_or(u32::MAX));
            self.repeated += 1;
            if self.checkpoints.is_some_and(|checkpoints| checkpoints.is_due(&self.section)) {
                self.save();
            }
        }
        Ok(choice)
    }
}
