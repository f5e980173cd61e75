//! Files of Word, Excel and PowerPoint: packages of parts that refer to each other by relations (ECMA-376, part 2).

mod charts;
mod package;
mod presentation;
mod sheets;
mod word;

pub(crate) use presentation::read as read_presentation;
pub(crate) use sheets::{read as read_workbook, read_old as read_old_workbook};
pub(crate) use word::read as read_document;
