//! All questions, and their answers as text.

use std::num::NonZeroU32;

use tesuji::core::Instant;

use crate::{
    At, Compare, Deal, Event, Games, Generate, Hint, Lane, LookUp, Order, Play, Question, Record,
    Refusal, Replay, Reply, Service, Solve, Values, Work,
};

/// Visits the types of all questions but [`Compare`], which has more than one answer.
pub trait Visitor {
    /// Visits one.
    fn visit<Q: Question + Send + 'static>(&mut self);
}

/// Shows a visitor all questions but [`Compare`].
pub fn visit_questions(visitor: &mut impl Visitor) {
    #[cfg(feature = "rush-hour")]
    visitor.visit::<crate::Cards>();
    visitor.visit::<Games>();
    visitor.visit::<At>();
    visitor.visit::<Play>();
    visitor.visit::<Deal>();
    visitor.visit::<Generate>();
    visitor.visit::<Solve>();
    visitor.visit::<Hint>();
    visitor.visit::<Reply>();
    visitor.visit::<Values>();
    visitor.visit::<LookUp>();
    visitor.visit::<Record>();
    visitor.visit::<Order>();
    visitor.visit::<Replay>();
}

/// Answers the question of that name in JSON, within what the service grants.
///
/// # Errors
/// There is no such question, it is not valid, or a limit was reached.
pub fn answer(service: &Service, name: &str, question: &str) -> Result<String, Refusal> {
    struct Answering<'a> {
        service: &'a Service,
        name: &'a str,
        question: &'a str,
        answer: Option<Result<String, Refusal>>,
    }

    impl Visitor for Answering<'_> {
        fn visit<Q: Question>(&mut self) {
            if Q::NAME == self.name {
                self.answer = Some(answer_one::<Q>(self.service, self.question));
            }
        }
    }

    let mut answering = Answering { service, name, question, answer: None };
    visit_questions(&mut answering);
    answering.answer.unwrap_or_else(|| Err(Refusal::NotFound(name.to_owned())))
}

fn answer_one<Q: Question>(service: &Service, question: &str) -> Result<String, Refusal> {
    let question: Q = serde_json::from_str(question)?;
    let answer = match question.prepare(service)? {
        Work::Done(answer) => answer,
        Work::Search(lane, job) => {
            let grant = service.grant();
            job(grant.budget(lane, grant.time))?
        }
    };
    Ok(serde_json::to_string(&answer)?)
}

/// Compares searches within what the service grants, as [`Compare`] in JSON has them, and reports
/// each event to `tell`.
///
/// # Errors
/// The comparison is not valid.
pub fn compare(
    service: &Service,
    question: &str,
    mut tell: impl FnMut(&Event),
) -> Result<(), Refusal> {
    let comparison = serde_json::from_str::<Compare>(question)?.prepare(service)?;
    let (grant, started) = (service.grant(), Instant::now());
    for index in 0..comparison.len() {
        let left = grant.time.saturating_sub(started.elapsed());
        let parts = u32::try_from(comparison.len() - index).ok().and_then(NonZeroU32::new);
        let share = left / parts.unwrap_or(NonZeroU32::MIN).get();
        let event = comparison.run(index, grant.budget(Lane::Long, share), &mut tell);
        tell(&event);
    }
    tell(&Event::End {});
    Ok(())
}
