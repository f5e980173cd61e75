use kernel::{Payer, UserId, WorkspaceId};
use tasks::NewTask;
use web_search::{Domains, Source};

use super::*;
use crate::changes::{Changes, Said};
use crate::research::{Bounds, Clarification, Input, ResearchId, Topic, Wish, set_state};
use crate::work::ResearchTask;

const NOW: Timestamp = Timestamp::from_micros(1_795_176_000_000_000);

pub(crate) fn research(state: State, topics: i64) -> Research {
    let topic = |number| Topic {
        number,
        question: format!("Topic {number}?"),
        queries: vec![format!("topic {number}")],
        of_gap: false,
    };
    let id = ResearchId::new(NOW);
    let wish = Wish {
        question: "Why are there tides?".into(),
        sources: vec![Source::Web],
        domains: Domains::default(),
        clarify: true,
    };
    let input = Input {
        wish,
        locale: None,
        model: Some("fake/x".into()),
        previous_id: None,
        root_id: id,
        of_schedule: false,
    };
    let output = Progress {
        plan: (1..=topics).map(topic).collect(),
        bounds: Bounds { steps: 50, spend: 50 },
        ..Progress::default()
    };
    let payer = Payer { user_id: UserId::new(NOW), workspace_id: WorkspaceId::new(NOW) };
    let new = NewTask { output, ..NewTask::<ResearchTask>::new(id, "Tides".into(), input) };
    let mut research = new.into_task(payer, NOW).0;
    set_state(&mut research, state, NOW);
    research
}

fn step(number: i64, kind: Kind, topic: i64, state: StepState) -> Step {
    Step {
        number,
        kind,
        topic,
        state,
        run_id: None,
        attempts: 1,
        held: 1,
        meter: None,
        charged: 0,
        outcome: Outcome::default(),
        problem: None,
        started_at: NOW,
        ended_at: None,
    }
}

fn done(steps: &[(Kind, i64)]) -> Vec<Step> {
    let done =
        |(number, (kind, topic)): (i64, &(Kind, i64))| step(number, *kind, *topic, StepState::Done);
    (1..).zip(steps).map(done).collect()
}

fn told(topics: &[i64]) -> HashSet<i64> {
    topics.iter().copied().collect()
}

fn open(mut steps: Vec<Step>, kind: Kind, topic: i64) -> Vec<Step> {
    steps.push(step(steps.len() as i64 + 1, kind, topic, StepState::Waiting));
    steps
}

fn all_read(topics: i64) -> Vec<(Kind, i64)> {
    let stages = [Kind::Search, Kind::Read, Kind::Extract];
    (1..=topics).flat_map(|topic| stages.map(|kind| (kind, topic))).collect()
}

#[test]
fn what_is_unclear_is_asked_and_a_plan_is_shown_before_anything_is_searched_for() {
    let mut one = research(State::Clarifying, 0);
    let none = told(&[]);
    assert_eq!(next(&one, &[], &none), Next::Begin(State::Clarifying, vec![(Kind::Clarify, 0)]));
    let clarified = done(&[(Kind::Clarify, 0)]);
    assert_eq!(next(&one, &clarified, &none), Next::Begin(State::Planning, vec![(Kind::Plan, 0)]));
    one.output.clarifications = vec![Clarification { question: "Which?".into(), answer: None }];
    assert_eq!(next(&one, &clarified, &none), Next::Ask(State::Asking));
    set_state(&mut one, State::Asking, NOW);
    assert_eq!(next(&one, &clarified, &none), Next::Wait);
    set_state(&mut one, State::Planning, NOW);
    let planned = done(&[(Kind::Clarify, 0), (Kind::Plan, 0)]);
    assert_eq!(next(&one, &planned, &none), Next::Ask(State::Planned));
}

// issue 5: "parallel reading"
#[test]
fn three_topics_are_worked_on_at_once_and_the_fourth_when_one_is_done() {
    let one = research(State::Researching, 5);
    let none = told(&[]);
    let begun: Vec<(Kind, i64)> = vec![(Kind::Search, 1), (Kind::Search, 2), (Kind::Search, 3)];
    assert_eq!(next(&one, &[], &none), Next::Begin(State::Researching, begun));
    let mut steps = done(&[(Kind::Search, 1)]);
    steps = open(open(steps, Kind::Search, 2), Kind::Search, 3);
    assert_eq!(next(&one, &steps, &none), Next::Begin(State::Researching, vec![(Kind::Read, 1)]));
    let mut steps = done(&all_read(1));
    steps = open(open(steps, Kind::Search, 2), Kind::Search, 3);
    assert_eq!(next(&one, &steps, &none), Next::Begin(State::Researching, vec![(Kind::Search, 4)]));
    steps = open(steps, Kind::Search, 4);
    assert_eq!(next(&one, &steps, &none), Next::Wait);
}

// issue 5: "report section by section"
#[test]
fn gaps_are_looked_for_once_and_then_one_section_is_written_after_the_other() {
    let one = research(State::Researching, 2);
    let (none, both) = (told(&[]), told(&[1, 2]));
    let mut did = all_read(2);
    assert_eq!(
        next(&one, &done(&did), &both),
        Next::Begin(State::Researching, vec![(Kind::Gaps, 0)])
    );
    did.push((Kind::Gaps, 0));
    assert_eq!(next(&one, &done(&did), &none), Next::Complete, "nothing was found");
    let section = |topic| Next::Begin(State::Writing, vec![(Kind::Section, topic)]);
    assert_eq!(next(&one, &done(&did), &both), section(1));
    assert_eq!(next(&one, &open(done(&did), Kind::Section, 1), &both), Next::Wait);
    did.push((Kind::Section, 1));
    assert_eq!(next(&one, &done(&did), &both), section(2));
    assert_eq!(
        next(&one, &done(&did), &told(&[1])),
        Next::Begin(State::Writing, vec![(Kind::Summary, 0)]),
        "a topic of which nobody says anything has no section"
    );
    did.extend([(Kind::Section, 2), (Kind::Summary, 0)]);
    assert_eq!(next(&one, &done(&did), &both), Next::Complete);
}

#[test]
fn a_research_done_again_compares_and_writes_only_where_something_changed() {
    let mut again = research(State::Researching, 1);
    again.input.previous_id = Some(ResearchId::new(NOW));
    let one = told(&[1]);
    let mut did = all_read(1);
    let compare = Next::Begin(State::Researching, vec![(Kind::Compare, 0)]);
    assert_eq!(next(&again, &done(&did), &one), compare);
    did.push((Kind::Compare, 0));
    again.output.changes = Some(Changes::default());
    assert_eq!(next(&again, &done(&did), &one), Next::Complete);
    let said = Said {
        topic: 1,
        source: 1,
        claim: "New.".into(),
        quote: None,
        title: "A".into(),
        url: "https://a.org".into(),
    };
    again.output.changes = Some(Changes { new_statements: vec![said], ..Changes::default() });
    assert_eq!(
        next(&again, &done(&did), &one),
        Next::Begin(State::Writing, vec![(Kind::Section, 1)])
    );
}

// spec §4: "Agent: runs up to a maximum number of steps, then pauses and can be continued."
#[test]
fn after_so_many_steps_it_pauses_and_goes_on_when_it_is_told_to() {
    let mut one = research(State::Researching, 5);
    one.output.bounds.steps = 5;
    let none = told(&[]);
    let two_left = done(&[(Kind::Search, 1), (Kind::Search, 2), (Kind::Search, 3)]);
    let begun = Next::Begin(State::Researching, vec![(Kind::Read, 1), (Kind::Read, 2)]);
    assert_eq!(next(&one, &two_left, &none), begun, "no more than there is room for");
    let mut did = vec![(Kind::Search, 1), (Kind::Search, 2), (Kind::Search, 3)];
    did.push((Kind::Read, 1));
    let going = open(done(&did), Kind::Read, 2);
    assert_eq!(next(&one, &going, &none), Next::Wait, "what is open is finished first");
    did.push((Kind::Read, 2));
    assert_eq!(next(&one, &done(&did), &none), Next::Pause(Pause::Steps));
    one.output.steps_before = 5;
    assert!(matches!(next(&one, &done(&did), &none), Next::Begin(..)));
}

// decision 0779
#[test]
fn what_doing_it_again_costs_at_most_counts_two_questions_a_topic_and_two_more() {
    let mut of_three = research(State::Completed, 3);
    assert_eq!(most_again(&of_three, 1), 8);
    assert_eq!(most_again(&of_three, 2), 16);
    assert_eq!(most_again(&of_three, 0), 0);
    of_three.output.bounds.spend = 5;
    assert_eq!(most_again(&of_three, 1), 5, "as much as it may spend");
}

#[test]
fn what_a_plan_costs_at_most_counts_the_topics_that_gaps_add() {
    assert_eq!(at_most(3, 1), (22, 12));
    assert_eq!(at_most(3, 0), (22, 0));
    let mut steps = done(&[(Kind::Plan, 0)]);
    steps[0].charged = 2;
    steps = open(steps, Kind::Section, 1);
    assert_eq!(spent(&steps), (2, 0));
    steps[1].state = StepState::Running;
    assert_eq!(spent(&steps), (2, 1));
}
