//! References to library items: what a model reads of them, and the citations of its answer.

pub(crate) mod citations;
pub(crate) mod library_source;
pub(crate) mod source;
pub(crate) mod text;
