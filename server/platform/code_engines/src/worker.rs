use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use bytes::Bytes;
use code_sandbox::{
    CODE_MAX_BYTES, INPUT_MAX_BYTES, Language, Outcome, Program, RUN_SECONDS, join, split,
};

use crate::folder::Folder;
use crate::printed::Printed;
use crate::{javascript, python};

/// Stack of the thread that interprets: programs call themselves.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// Names of files, and escapes in the code.
const OVERHEAD_BYTES: usize = 8 * CODE_MAX_BYTES;

/// Runs the process of an interpreter: drops its privileges, reads a program from standard input, writes its outcome, and
/// ends. `drop_privileges` returns true if that succeeded.
pub fn run(drop_privileges: impl FnOnce() -> bool) -> ExitCode {
    if !drop_privileges() {
        // Without limits no program is run.
        return ExitCode::from(3);
    }
    let Some(program) = read_program() else { return ExitCode::from(2) };
    let work = move || interpret(&program, Duration::from_secs(RUN_SECONDS));
    let Ok(thread) = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work) else {
        return ExitCode::FAILURE;
    };
    // An interpreter that panics has no outcome.
    let Ok(outcome) = thread.join() else { return ExitCode::FAILURE };
    let Ok(piece) = join(&outcome, &outcome.files) else { return ExitCode::FAILURE };
    let mut output = std::io::stdout().lock();
    match output.write_all(&piece).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn read_program() -> Option<Program> {
    let mut input = Vec::new();
    let max = (INPUT_MAX_BYTES + OVERHEAD_BYTES) as u64;
    std::io::stdin().lock().take(max).read_to_end(&mut input).ok()?;
    let (program, files) = split::<Program>(&Bytes::from(input))?;
    Some(Program { files, ..program })
}

/// Runs a program in this process, for at most `longest`.
pub fn interpret(program: &Program, longest: Duration) -> Outcome {
    let mut folder = Folder::new(&program.files);
    let mut printed = Printed::default();
    let ended = match program.language {
        Language::Python => python::run(program, &mut folder, &mut printed, longest),
        Language::JavaScript => {
            let ended;
            (folder, printed, ended) = javascript::run(program, folder, printed, longest);
            ended
        }
    };
    Outcome { printed: printed.into_text(), error: ended.err(), files: folder.into_written() }
}

#[cfg(test)]
mod tests {
    use code_sandbox::CodeFile;

    use super::*;

    /// 2026-11-28 12:30:00 UTC.
    const NOW: i64 = 1_795_869_000_000_000;

    fn run(language: Language, code: &str) -> Outcome {
        let content = Bytes::from_static(b"city,people\nBern,134\nBasel,177\n");
        let files = vec![CodeFile { name: "cities.csv".to_owned(), content }];
        let program = Program { language, code: code.to_owned(), now: NOW, files };
        interpret(&program, Duration::from_millis(300))
    }

    fn python(code: &str) -> Outcome {
        run(Language::Python, code)
    }

    fn javascript(code: &str) -> Outcome {
        run(Language::JavaScript, code)
    }

    fn written(outcome: &Outcome) -> Vec<(String, String)> {
        let pair = |file: &CodeFile| {
            (file.name.clone(), String::from_utf8(file.content.to_vec()).unwrap())
        };
        outcome.files.iter().map(pair).collect()
    }

    fn one(name: &str, content: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), content.to_owned())]
    }

    #[test]
    fn python_reads_files_computes_and_writes_files() {
        let outcome = python(
            "rows = [line.split(',') for line in open('/mnt/data/cities.csv').read().splitlines()[1:]]\n\
             total = sum(int(people) for _, people in rows)\n\
             print('cities:', len(rows))\n\
             with open('total.txt', 'w') as file:\n    file.write(f'{total}')\n\
             {'total': total}",
        );
        assert_eq!(outcome.error, None);
        assert_eq!(outcome.printed, "cities: 2\n{'total': 311}\n");
        assert_eq!(written(&outcome), one("total.txt", "311"));
    }

    #[test]
    fn javascript_reads_files_computes_and_writes_files() {
        let outcome = javascript(
            "const rows = readFile('cities.csv').trim().split('\\n').slice(1).map((row) => row.split(','));\n\
             const total = rows.reduce((sum, [, people]) => sum + Number(people), 0);\n\
             console.log('cities:', rows.length, [1, { a: undefined }], new Set([1]), 10n);\n\
             writeFile('total.txt', `${total}`);\n\
             await Promise.resolve();\n\
             ({ total })",
        );
        assert_eq!(outcome.error, None);
        assert_eq!(
            outcome.printed,
            "cities: 2 [ 1, { \"a\": null } ] [ 1 ] 10\n{ \"total\": 311 }\n"
        );
        assert_eq!(written(&outcome), one("total.txt", "311"));
    }

    #[test]
    fn an_error_says_where_it_is_and_keeps_what_came_before() {
        let outcome =
            python("print(1)\nopen('a', 'w').write('1')\ndef f(x):\n    return 1 / x\nf(0)");
        let error = outcome.error.clone().unwrap();
        assert!(error.contains("line 4") && error.contains("ZeroDivisionError"), "{error}");
        assert_eq!((outcome.printed.as_str(), written(&outcome)), ("1\n", one("a", "1")));

        let outcome = javascript("console.log(1);\nwriteFile('a', '1');\nnull.x");
        let error = outcome.error.clone().unwrap();
        assert!(error.contains("TypeError") && error.contains("program.js:3"), "{error}");
        assert_eq!((outcome.printed.as_str(), written(&outcome)), ("1\n", one("a", "1")));

        for (language, code) in [(Language::Python, "def"), (Language::JavaScript, "let let")] {
            let error = run(language, code).error.unwrap();
            assert!(error.contains("SyntaxError"), "{error}");
        }
    }

    #[test]
    fn both_languages_draw_charts() {
        let outcome = python(
            "chart('bar', ['Bern', 'Basel'], {'people': [134, 177]}, title='Cities', file='cities.png')",
        );
        assert_eq!((outcome.error.as_deref(), outcome.printed.as_str()), (None, "'cities.svg'\n"));
        let (name, svg) = written(&outcome).remove(0);
        assert!(name == "cities.svg" && svg.starts_with("<svg") && svg.contains("Basel"), "{svg}");

        let outcome = javascript("chart({ kind: 'line', x: [1, 2, 3], series: [1, 4, 9] })");
        assert_eq!((outcome.error.as_deref(), outcome.printed.as_str()), (None, "chart.svg\n"));
        assert!(written(&outcome)[0].1.contains("polyline"));

        let error = python("chart('bar', ['Bern'], [1, 2])").error.unwrap();
        assert!(error.contains("ValueError: chart: series \"\" has 2 values, x has 1"), "{error}");
        let error = javascript("chart({ kind: 'bar', x: [1], series: [NaN] })").error.unwrap();
        assert!(error.contains("must be a list of numbers"), "{error}");
    }

    #[test]
    fn the_time_is_the_servers() {
        let outcome = python(
            "from datetime import datetime, timezone\nprint(datetime.now(), datetime.now(timezone.utc).hour)",
        );
        assert_eq!((outcome.printed.as_str(), outcome.error), ("2026-11-28 12:30:00 12\n", None));
    }

    #[test]
    fn a_program_that_never_ends_is_stopped() {
        for (language, code) in [
            (Language::Python, "while True: pass"),
            (Language::Python, "def f(): return f()\nf()"),
            (Language::JavaScript, "for (;;) {}"),
            (Language::JavaScript, "const f = () => f(); f()"),
            (Language::JavaScript, "await new Promise(() => {})"),
            (Language::JavaScript, "'a'.repeat(2 ** 29).repeat(8)"),
            (Language::JavaScript, "/(a+)+$/.test('a'.repeat(60) + 'b')"),
        ] {
            let outcome = run(language, code);
            assert!(outcome.error.is_some(), "{code}: {}", outcome.printed);
        }
    }
}
