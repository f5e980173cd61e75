use conversations::{CitedState, CitedStatement};
use retrieval::{Cite, CiteState};

/// Converts a statement that was compared with its source into the form that the answer stores.
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
