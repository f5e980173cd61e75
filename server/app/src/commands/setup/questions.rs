//! The questions, in their order. Those whose answers were given as options are not asked.

use clap::ValueEnum;

use super::answers::{
    Answers, OWN_ADDRESS, OWN_NETWORKS, default_listen, parse_address, parse_backup, parse_listen,
    parse_mail_url, parse_networks, protocol_name,
};
use super::terminal::Ask;
use crate::cli::{ProtocolArg, SetupArgs, SignUpArg};

/// Protocols that setup offers; the others are connected in the app.
const OFFERED: &str = "openai, anthropic, gemini, ollama, openai_compatible";

/// Asks for what was not given.
pub fn ask(args: SetupArgs, to: &mut impl Ask) -> anyhow::Result<Answers> {
    let mut args = args;
    to.say("An empty answer takes what stands in brackets.")?;
    let address = match args.address.take() {
        Some(text) => text,
        None => until_good(to, "Address that people open", OWN_ADDRESS, |text| {
            parse_address(text).map(|_| text.to_owned())
        })?,
    };
    let url = parse_address(&address).map_err(|error| anyhow::anyhow!("--address {error}"))?;
    args.address = Some(address);
    if args.listen.is_none() {
        let question = "Address and port to listen on";
        args.listen = Some(until_good(to, question, &default_listen(&url), parse_listen)?);
    }
    if url.scheme() == "https" && args.proxies.is_empty() {
        let question = "Networks of the proxy with the certificate";
        let networks = until_good(to, question, &OWN_NETWORKS.join(", "), |text| {
            parse_networks(text.split(','))
        })?;
        args.proxies = networks.iter().map(ToString::to_string).collect();
    }
    if args.sign_up.is_none() {
        let everybody = yes_or_no(to, "May everybody sign up, not only people who are invited")?;
        args.sign_up = Some(if everybody { SignUpArg::Everybody } else { SignUpArg::Invited });
    }
    ask_for_mail(&mut args, to)?;
    if args.backup.is_none() {
        let question = "Where to make a backup every day, a folder or s3://…";
        args.backup = until_good(to, question, "none", |text| match text {
            "none" => Ok(None),
            text => parse_backup(text).map(Some),
        })?;
    }
    ask_for_provider(&mut args, to)?;
    Answers::without_questions(args)
}

fn ask_for_mail(args: &mut SetupArgs, to: &mut impl Ask) -> anyhow::Result<()> {
    if args.mail_url.is_none() {
        let question = "Mail server, such as smtp://user@mail.example.org:587";
        let url = until_good(to, question, "none", |text| match text {
            "none" => Ok(None),
            text => parse_mail_url(text).map(Some),
        })?;
        let Some(url) = url else { return Ok(()) };
        args.mail_url = Some(with_password(&url, to)?);
    }
    if args.mail_from.is_none() {
        let from = to.line("Sender of mails, such as Ensemble <ensemble@example.org>")?;
        args.mail_from = Some(from).filter(|from| !from.is_empty());
    }
    Ok(())
}

/// Asks for the password that a mail address has a user for.
fn with_password(address: &str, to: &mut impl Ask) -> anyhow::Result<String> {
    let mut url = url::Url::parse(address)?;
    if url.username().is_empty() || url.password().is_some() {
        return Ok(address.to_owned());
    }
    let password = to.secret("Its password")?;
    // It escapes what an address cannot have.
    url.set_password(Some(&password))
        .map_err(|()| anyhow::anyhow!("the mail address cannot have a password"))?;
    Ok(url.to_string())
}

fn ask_for_provider(args: &mut SetupArgs, to: &mut impl Ask) -> anyhow::Result<()> {
    if args.provider.is_some() {
        return Ok(());
    }
    let question = format!("Provider of models ({OFFERED})");
    let protocol = until_good(to, &question, "none", |text| match text {
        "none" => Ok(None),
        text => ProtocolArg::from_str(text, true)
            .map(Some)
            .map_err(|_| format!("{text:?} is none of {OFFERED}")),
    })?;
    let Some(protocol) = protocol else { return Ok(()) };
    args.provider = Some(protocol);
    let name = protocol_name(protocol);
    if args.provider_url.is_none() {
        let url = to.line(&format!("Address of {name}, empty for its own"))?;
        args.provider_url = Some(url).filter(|url| !url.is_empty());
    }
    if args.provider_key.is_none() {
        let key = to.secret(&format!("Key of {name}, empty for none"))?;
        args.provider_key = Some(key).filter(|key| !key.is_empty());
    }
    Ok(())
}

/// Asks until the answer is good.
fn until_good<T>(
    to: &mut impl Ask,
    question: &str,
    usual: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> anyhow::Result<T> {
    loop {
        let line = to.line(&format!("{question} [{usual}]"))?;
        match read(if line.is_empty() { usual } else { &line }) {
            Ok(answer) => return Ok(answer),
            Err(error) => to.say(&format!("  {error}"))?,
        }
    }
}

fn yes_or_no(to: &mut impl Ask, question: &str) -> anyhow::Result<bool> {
    until_good(to, question, "no", |text| match text.to_lowercase().as_str() {
        "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Answers one after the other, and remembers what was asked.
    struct Script {
        answers: VecDeque<&'static str>,
        asked: Vec<String>,
        said: Vec<String>,
    }

    impl Script {
        fn new(answers: &[&'static str]) -> Self {
            Self { answers: answers.iter().copied().collect(), asked: vec![], said: vec![] }
        }
    }

    impl Ask for Script {
        fn line(&mut self, text: &str) -> anyhow::Result<String> {
            self.asked.push(text.to_owned());
            let answer = self.answers.pop_front();
            Ok(answer.ok_or_else(|| anyhow::anyhow!("one question too many: {text}"))?.to_owned())
        }
        fn secret(&mut self, text: &str) -> anyhow::Result<String> {
            self.line(text)
        }
        fn say(&mut self, text: &str) -> anyhow::Result<()> {
            self.said.push(text.to_owned());
            Ok(())
        }
    }

    #[test]
    fn empty_answers_take_the_defaults() {
        let mut script = Script::new(&["", "", "", "", "", ""]);
        let answers = ask(SetupArgs::default(), &mut script).unwrap();
        assert_eq!(answers.address.as_str(), "http://127.0.0.1:7070/");
        assert_eq!(answers.sign_up, SignUpArg::Invited);
        assert!(answers.mail_url.is_none() && answers.provider.is_none());
        assert!(script.answers.is_empty());
    }

    #[test]
    fn a_wrong_answer_is_asked_again_with_what_to_write() {
        let mut script = Script::new(&[
            "ftp://x",
            "https://chat.example.org",
            "",
            "",
            "maybe",
            "yes",
            "",
            "",
            "",
        ]);
        let answers = ask(SetupArgs::default(), &mut script).unwrap();
        assert_eq!(answers.sign_up, SignUpArg::Everybody);
        assert!(script.said.iter().any(|text| text.contains("write it as in https://")));
        assert_eq!(answers.proxies.len(), 2);
    }

    #[test]
    fn passwords_of_mail_servers_are_asked_and_escaped() {
        let mut script = Script::new(&[
            "",
            "",
            "",
            "smtp://me@mail.example.org:587",
            "p@ss/word",
            "Us <us@example.org>",
            "/srv/backups",
            "",
        ]);
        let answers = ask(SetupArgs::default(), &mut script).unwrap();
        let url = answers.mail_url.unwrap();
        assert_eq!(url, "smtp://me:p%40ss%2Fword@mail.example.org:587");
        assert_eq!(answers.mail_from.as_deref(), Some("Us <us@example.org>"));
    }

    #[test]
    fn what_was_given_is_not_asked() {
        let args = SetupArgs {
            address: Some("https://chat.example.org".into()),
            listen: Some("127.0.0.1:8000".into()),
            proxies: vec!["10.0.0.1".into()],
            sign_up: Some(SignUpArg::Invited),
            mail_url: Some("smtps://mail.example.org".into()),
            mail_from: Some("us@example.org".into()),
            backup: Some("/srv/backups".into()),
            provider: Some(ProtocolArg::Ollama),
            ..SetupArgs::default()
        };
        let mut script = Script::new(&[]);
        let answers = ask(args, &mut script).unwrap();
        assert!(script.asked.is_empty());
        assert_eq!(answers.listen, "127.0.0.1:8000");
    }
}
