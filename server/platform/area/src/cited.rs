use conversations::{CitedState, CitedStatement};
use retrieval::{Cite, CiteState};

/// What became of a statement of an answer that was held against its source, as the answer keeps it.
pub fn cited_statement(cite: &Cite) -> CitedStatement {
    CitedStatement {
        statement: cite.statement.clone(),
        state: match cite.state {
            CiteState::Quoted => CitedState::Quoted,
            CiteState::Close => CitedState::Close,
            CiteState::NotFound => CitedState::NotFound,
        },
        quote: cite.quote.clone(),
    }
}
