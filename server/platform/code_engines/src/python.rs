use std::borrow::Cow;
use std::time::Duration;

use code_sandbox::Program;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use monty::{FunctionCall, MontyRun, RunProgress};
use monty_types::{
    CompileOptions, ExcType, ExtFunctionResult, MontyDate, MontyDateTime, MontyException,
    MontyFileHandle, MontyObject, MontyTimeZone, NameLookupResult, OsFunctionCall, PrintWriter,
    PrintWriterCallback, ResourceLimits, ResourceTracker,
};
use serde_json::Value;

use crate::chart::draw;
use crate::folder::{Folder, FolderError};
use crate::printed::Printed;

/// Most operations on files.
const SUSPENSIONS_MAX: usize = 100_000;
/// Name of the program in tracebacks.
const FILE_NAME: &str = "program.py";

/// Runs a program. Returns why it ended early, if it did.
pub(crate) fn run(
    program: &Program,
    folder: &mut Folder,
    printed: &mut Printed,
    longest: Duration,
) -> Result<(), String> {
    let code = program.code.clone();
    let runner = MontyRun::new(code, FILE_NAME, Vec::new(), CompileOptions::default());
    let limits = ResourceLimits { max_duration: Some(longest), ..ResourceLimits::default() };
    let tracker = ResourceTracker::new(limits);
    let started = runner.and_then(|it| it.start(Vec::new(), tracker, out(printed)));
    let mut progress = started.map_err(|error| error.to_string())?;
    for _ in 0..SUSPENSIONS_MAX {
        let went_on = match progress {
            RunProgress::Complete(MontyObject::None) => return Ok(()),
            RunProgress::Complete(value) => {
                printed.push_line(&value.py_repr());
                return Ok(());
            }
            RunProgress::OsCall(call) => {
                call.resume_with(out(printed), |call| serve(call, folder, program.now))
            }
            RunProgress::FunctionCall(call) => {
                let given = call_host(&call, folder);
                call.resume(given, out(printed))
            }
            RunProgress::NameLookup(lookup) => {
                let found = match lookup.name.as_str() {
                    CHART => NameLookupResult::Value(chart_function()),
                    _ => NameLookupResult::Undefined,
                };
                lookup.resume(found, out(printed))
            }
            RunProgress::ResolveFutures(_) => {
                return Err("RuntimeError: this never comes to an end".to_owned());
            }
        };
        progress = went_on.map_err(|error| error.to_string())?;
    }
    Err("RuntimeError: too many operations on files".to_owned())
}

fn out(printed: &mut Printed) -> PrintWriter<'_> {
    PrintWriter::Callback(printed)
}

impl PrintWriterCallback for Printed {
    fn stdout_write(&mut self, output: Cow<'_, str>) -> Result<(), MontyException> {
        self.push(&output);
        Ok(())
    }

    fn stdout_push(&mut self, end: char) -> Result<(), MontyException> {
        self.push(end.encode_utf8(&mut [0; 4]));
        Ok(())
    }
}

/// The only function that a program has from here.
const CHART: &str = "chart";

fn chart_function() -> MontyObject {
    MontyObject::Function { name: CHART.to_owned(), docstring: None }
}

fn call_host(call: &FunctionCall, folder: &mut Folder) -> ExtFunctionResult {
    if call.function_name != CHART {
        return ExtFunctionResult::NotFound(call.function_name.clone());
    }
    let value_error = |why| MontyException::new(ExcType::ValueError, Some(why)).into();
    let drawn = match draw(chart_arguments(call)) {
        Ok(drawn) => drawn,
        Err(why) => return value_error(why),
    };
    match folder.write(&drawn.file, drawn.svg.as_bytes(), false) {
        Ok(()) => MontyObject::String(drawn.file).into(),
        Err(error) => exception(error, &drawn.file).into(),
    }
}

/// Returns the arguments by their names; the first three may come without.
fn chart_arguments(call: &FunctionCall) -> Value {
    let named = ["kind", "x", "series"].into_iter().zip(&call.args);
    let named = named.map(|(name, value)| (name.to_owned(), json_of(value)));
    let by_name = call.kwargs.iter().filter_map(|(name, value)| match name {
        MontyObject::String(name) => Some((name.clone(), json_of(value))),
        _ => None,
    });
    Value::Object(named.chain(by_name).collect())
}

fn json_of(value: &MontyObject) -> Value {
    match value {
        MontyObject::None => Value::Null,
        MontyObject::Bool(value) => (*value).into(),
        MontyObject::Int(value) => (*value).into(),
        MontyObject::Float(value) => (*value).into(),
        MontyObject::String(text) => text.as_str().into(),
        MontyObject::List(all) | MontyObject::Tuple(all) => all.iter().map(json_of).collect(),
        MontyObject::Dict(pairs) => {
            let pair =
                |(name, value): &(MontyObject, MontyObject)| (name.to_string(), json_of(value));
            Value::Object(pairs.into_iter().map(pair).collect())
        }
        other => other.to_string().into(),
    }
}

/// Answers an operation on files, or one that asks for the time. All others are refused.
fn serve(call: OsFunctionCall, folder: &mut Folder, now: i64) -> ExtFunctionResult {
    let refused = call.on_no_handler();
    let answer = match call {
        OsFunctionCall::Exists(path) => {
            Ok(MontyObject::Bool(folder.has(path.as_str()) || is_folder(path.as_str())))
        }
        OsFunctionCall::IsFile(path) => Ok(MontyObject::Bool(folder.has(path.as_str()))),
        OsFunctionCall::IsDir(path) => Ok(MontyObject::Bool(is_folder(path.as_str()))),
        OsFunctionCall::IsSymlink(_) => Ok(MontyObject::Bool(false)),
        OsFunctionCall::ReadText(path) => {
            let text = folder.read_text(path.as_str());
            text.map(MontyObject::String).map_err(|error| exception(error, path.as_str()))
        }
        OsFunctionCall::ReadBytes(path) => {
            let content = folder.read(path.as_str()).map(<[u8]>::to_vec);
            content.map(MontyObject::Bytes).map_err(|error| exception(error, path.as_str()))
        }
        OsFunctionCall::WriteText(to) => write_text(folder, to.path.as_str(), &to.data, false),
        OsFunctionCall::AppendText(to) => write_text(folder, to.path.as_str(), &to.data, true),
        OsFunctionCall::WriteBytes(to) => write(folder, to.path.as_str(), &to.data, false),
        OsFunctionCall::AppendBytes(to) => write(folder, to.path.as_str(), &to.data, true),
        OsFunctionCall::Open(open) => {
            let path = open.path.as_str().to_owned();
            let opened = if open.mode.truncate() {
                folder.write(&path, b"", false)
            } else if open.mode.create() {
                folder.write(&path, b"", true)
            } else {
                folder.read(&path).map(drop)
            };
            let handle = MontyFileHandle { path: path.clone(), mode: open.mode, position: 0 };
            opened
                .map(|()| MontyObject::FileHandle(handle))
                .map_err(|error| exception(error, &path))
        }
        OsFunctionCall::Iterdir(_) => {
            Ok(MontyObject::List(folder.names().into_iter().map(MontyObject::Path).collect()))
        }
        // There is one folder, wherever a path leads.
        OsFunctionCall::Mkdir(_) => Ok(MontyObject::None),
        OsFunctionCall::Resolve(path) | OsFunctionCall::Absolute(path) => {
            Ok(MontyObject::Path(path.as_str().to_owned()))
        }
        OsFunctionCall::Unlink(path) => {
            let removed = folder.remove(path.as_str()).map(|()| MontyObject::None);
            removed.map_err(|error| exception(error, path.as_str()))
        }
        OsFunctionCall::DateToday => Ok(MontyObject::Date(date_of(now))),
        OsFunctionCall::DateTimeNow(zone) => Ok(MontyObject::DateTime(time_of(now, zone))),
        _ => Err(refused),
    };
    match answer {
        Ok(value) => value.into(),
        Err(exception) => exception.into(),
    }
}

fn write(
    folder: &mut Folder,
    path: &str,
    content: &[u8],
    append: bool,
) -> Result<MontyObject, MontyException> {
    folder.write(path, content, append).map_err(|error| exception(error, path))?;
    Ok(MontyObject::Int(content.len() as i64))
}

fn write_text(
    folder: &mut Folder,
    path: &str,
    text: &str,
    append: bool,
) -> Result<MontyObject, MontyException> {
    write(folder, path, text.as_bytes(), append)?;
    Ok(MontyObject::Int(text.chars().count() as i64))
}

fn is_folder(path: &str) -> bool {
    matches!(path.trim_end_matches('/'), "" | "." | "/mnt/data" | "/mnt" | "/tmp")
}

fn exception(error: FolderError, path: &str) -> MontyException {
    let kind = match error {
        FolderError::Missing => ExcType::FileNotFoundError,
        FolderError::NoName | FolderError::TooMany | FolderError::TooLarge => ExcType::OSError,
    };
    MontyException::new(kind, Some(error.message(path)))
}

fn date_of(now: i64) -> MontyDate {
    let time = time_of(now, None);
    MontyDate { year: time.year, month: time.month, day: time.day }
}

/// Returns the time in a zone; without one, in UTC.
fn time_of(now: i64, zone: Option<MontyTimeZone>) -> MontyDateTime {
    let offset_seconds = zone.as_ref().map(|zone| zone.offset_seconds);
    let offset = Offset::from_seconds(offset_seconds.unwrap_or(0)).unwrap_or(Offset::UTC);
    let instant = Timestamp::from_microsecond(now).unwrap_or_default();
    let time = instant.to_zoned(TimeZone::fixed(offset));
    MontyDateTime {
        year: time.year().into(),
        month: time.month().unsigned_abs(),
        day: time.day().unsigned_abs(),
        hour: time.hour().unsigned_abs(),
        minute: time.minute().unsigned_abs(),
        second: time.second().unsigned_abs(),
        microsecond: time.subsec_nanosecond().unsigned_abs() / 1_000,
        offset_seconds,
        timezone_name: zone.and_then(|zone| zone.name),
    }
}
