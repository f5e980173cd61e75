use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use code_sandbox::{DATA_MAX_BYTES, Program};
use rquickjs::context::EvalOptions;
use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Exception, Function, Object, Promise, Runtime, Value,
};

use crate::chart::draw;
use crate::folder::{Folder, FolderError};
use crate::printed::Printed;

/// Depth of calls, in bytes of the stack.
const STACK_BYTES: usize = 1_048_576;
const FILE_NAME: &str = "program.js";

/// Gives the program its console and its files, and returns how a value is shown.
const PRELUDE: &str = r"((print, host) => {
  const plain = (_key, value) =>
    typeof value === 'bigint' ? `${value}n`
    : value instanceof Map ? Object.fromEntries(value)
    : value instanceof Set ? [...value]
    : typeof value === 'function' ? `[function ${value.name}]`
    : value === undefined ? null
    : value;
  const show = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value}\n${value.stack ?? ''}`.trimEnd();
    if (typeof value !== 'object' || value === null) return String(value);
    try {
      return JSON.stringify(value, plain, 1).replaceAll(/\n */g, ' ');
    } catch (error) {
      return `[${error.message}]`;
    }
  };
  const write = (...values) => print(`${values.map(show).join(' ')}\n`);
  globalThis.console = { log: write, info: write, warn: write, error: write, debug: write, table: write };
  const { chart, ...files } = host;
  Object.assign(globalThis, files, { chart: (options) => chart(JSON.stringify(options)) });
  return show;
})";

/// Runs a program. Returns why it ended early, if it did.
pub(crate) fn run(
    program: &Program,
    folder: Folder,
    printed: Printed,
    longest: Duration,
) -> (Folder, Printed, Result<(), String>) {
    let state = Rc::new(RefCell::new((folder, printed)));
    let ended = evaluate(program, &state, longest);
    // The runtime is gone, and with it the functions that share the state.
    match Rc::try_unwrap(state) {
        Ok(state) => {
            let (folder, printed) = state.into_inner();
            (folder, printed, ended)
        }
        Err(_) => (Folder::new(&[]), Printed::default(), Err("InternalError".to_owned())),
    }
}

type State = Rc<RefCell<(Folder, Printed)>>;

fn evaluate(program: &Program, state: &State, longest: Duration) -> Result<(), String> {
    let failed = |error: rquickjs::Error| error.to_string();
    let runtime = Runtime::new().map_err(failed)?;
    runtime.set_memory_limit(DATA_MAX_BYTES);
    runtime.set_max_stack_size(STACK_BYTES);
    let deadline = Instant::now() + longest;
    runtime.set_interrupt_handler(Some(Box::new(move || Instant::now() >= deadline)));
    let context = Context::full(&runtime).map_err(failed)?;
    context.with(|ctx| {
        let ended = conclude(&ctx, program, state).catch(&ctx);
        ended.map_err(|caught| match Instant::now() >= deadline {
            true => format!("Error: time limit of {} seconds exceeded", longest.as_secs()),
            false => describe(&caught),
        })
    })
}

fn conclude(ctx: &Ctx<'_>, program: &Program, state: &State) -> rquickjs::Result<()> {
    let prelude: Function = ctx.eval(PRELUDE)?;
    let show: Function = prelude.call((print_function(ctx, state)?, host(ctx, state)?))?;
    let mut options = EvalOptions::default();
    options.strict = false;
    options.promise = true;
    options.filename = Some(FILE_NAME.to_owned());
    let ending: Promise = ctx.eval_with_options(program.code.as_bytes(), options)?;
    let ending: Object = ending.finish()?;
    let mut value: Value = ending.get("value")?;
    if let Some(promise) = value.clone().into_promise() {
        value = promise.finish()?;
    }
    if !value.is_undefined() {
        let text: String = show.call((value,))?;
        state.borrow_mut().1.push_line(&text);
    }
    Ok(())
}

fn print_function<'js>(ctx: &Ctx<'js>, state: &State) -> rquickjs::Result<Function<'js>> {
    let state = state.clone();
    Function::new(ctx.clone(), move |text: String| state.borrow_mut().1.push(&text))
}

/// Returns the functions for files.
fn host<'js>(ctx: &Ctx<'js>, state: &State) -> rquickjs::Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    let files = state.clone();
    let read = move |ctx: Ctx<'js>, path: String| {
        let text = files.borrow().0.read_text(&path);
        text.map_err(|error| thrown(&ctx, error, &path))
    };
    host.set("readFile", Function::new(ctx.clone(), read)?)?;
    let files = state.clone();
    let write = move |ctx: Ctx<'js>, path: String, text: String| {
        let written = files.borrow_mut().0.write(&path, text.as_bytes(), false);
        written.map_err(|error| thrown(&ctx, error, &path))
    };
    host.set("writeFile", Function::new(ctx.clone(), write)?)?;
    let files = state.clone();
    let chart = move |ctx: Ctx<'js>, arguments: String| {
        let arguments = serde_json::from_str(&arguments).map_err(|error| error.to_string());
        let drawn = arguments.and_then(draw);
        let drawn = drawn.map_err(|why| Exception::throw_message(&ctx, &why))?;
        let written = files.borrow_mut().0.write(&drawn.file, drawn.svg.as_bytes(), false);
        written.map_err(|error| thrown(&ctx, error, &drawn.file))?;
        rquickjs::Result::Ok(drawn.file)
    };
    host.set("chart", Function::new(ctx.clone(), chart)?)?;
    let files = state.clone();
    host.set("listFiles", Function::new(ctx.clone(), move || files.borrow().0.names())?)?;
    Ok(host)
}

fn thrown(ctx: &Ctx<'_>, error: FolderError, path: &str) -> rquickjs::Error {
    Exception::throw_message(ctx, &error.message(path))
}

fn describe(caught: &CaughtError<'_>) -> String {
    match caught {
        CaughtError::Exception(exception) => {
            let name = exception.get::<_, String>("name").unwrap_or_else(|_| "Error".to_owned());
            let message = exception.message().unwrap_or_default();
            let stack = exception.stack().unwrap_or_default();
            format!("{name}: {message}\n{stack}").trim_end().to_owned()
        }
        CaughtError::Value(value) => match value.as_string().map(|text| text.to_string()) {
            Some(Ok(text)) => format!("Uncaught: {text}"),
            _ => "Uncaught value".to_owned(),
        },
        CaughtError::Error(rquickjs::Error::WouldBlock) => {
            "Error: a promise is never settled".to_owned()
        }
        CaughtError::Error(error) => error.to_string(),
    }
}
