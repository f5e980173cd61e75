use serde::{Deserialize, Serialize};

/// A language in which models write programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    Python,
    #[serde(rename = "javascript")]
    JavaScript,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::Python, Self::JavaScript];

    /// Returns the name in a call's arguments.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
        }
    }

    /// Returns what a model has to know to write programs that run here.
    pub fn notes(self) -> &'static str {
        match self {
            Self::Python => {
                "Python: a subset of 3.14 with the modules math, json, re, datetime, itertools, functools, collections, \
                 dataclasses, base64, typing, pathlib and asyncio. No other module can be imported (no numpy, pandas, csv or \
                 random), and `yield`, `match`, `del` and complex numbers are missing. Print what you want to see; the value \
                 of the last expression is shown too. Read and write files by name with open() or pathlib.Path. \
                 chart(kind, x, series, title=, x_label=, y_label=, file=) draws a picture for the person: kind \"line\", \"bar\", \
                 \"scatter\" or \"pie\"; series is a list of numbers, or a dict of such lists by name."
            }
            Self::JavaScript => {
                "JavaScript: ES2023 without modules, timers or the DOM. Write with console.log; the value of the last \
                 expression is shown too. readFile(name) returns a file's text, writeFile(name, text) writes one, \
                 listFiles() returns their names. chart({kind, x, series, title, x_label, y_label, file}) draws a \
                 picture for the person: kind \"line\", \"bar\", \"scatter\" or \"pie\"; series is an array of numbers, or an object \
                 of such arrays by name."
            }
        }
    }
}
