use serde_json::Value;

/// The settings that an image was made with, as the text `parameters` of AUTOMATIC1111 has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GenerationParameters {
    pub prompt: String,
    pub negative_prompt: Option<String>,
    pub seed: Option<i64>,
    pub cfg_scale: Option<f64>,
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
    pub model: Option<String>,
}

/// Longest text that is read.
const TEXT_MAX_CHARS: usize = 20_000;
const NEGATIVE: &str = "Negative prompt: ";
/// The settings by which the last line is told from the prompt.
const NAMES: [&str; 7] = ["Steps", "Sampler", "CFG scale", "Seed", "Size", "Model", "Version"];

impl GenerationParameters {
    /// Returns them as a text: the prompt, the negative prompt, and a line of settings.
    pub(super) fn to_text(&self) -> String {
        let mut lines = vec![self.prompt.clone()];
        lines.extend(self.negative_prompt.as_ref().map(|text| format!("{NEGATIVE}{text}")));
        let settings = [
            self.cfg_scale.map(|scale| format!("CFG scale: {scale}")),
            self.seed.map(|seed| format!("Seed: {seed}")),
            self.size.map(|(width, height)| format!("Size: {width}x{height}")),
            self.model.as_ref().map(|model| format!("Model: {}", quoted(model))),
            Some("Version: Ensemble".to_owned()),
        ];
        lines.push(settings.into_iter().flatten().collect::<Vec<_>>().join(", "));
        lines.join("\n")
    }

    /// Reads such a text; `None` if it says nothing.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text: String = text.chars().take(TEXT_MAX_CHARS).collect();
        let mut lines: Vec<&str> = text.trim().lines().collect();
        let mut parameters = Self::default();
        if let Some(settings) = lines.pop_if(|line| is_settings(line)) {
            settings_of(settings).for_each(|(name, value)| parameters.put(name, &value));
        }
        let negative_at = lines.iter().position(|line| line.starts_with(NEGATIVE.trim_end()));
        if let Some(at) = negative_at {
            let negative = lines.split_off(at).join("\n");
            let negative = negative[NEGATIVE.trim_end().len()..].trim();
            parameters.negative_prompt = (!negative.is_empty()).then(|| negative.to_owned());
        }
        parameters.prompt = lines.join("\n").trim().to_owned();
        (!parameters.prompt.is_empty()).then_some(parameters)
    }

    /// Reads the JSON of InvokeAI.
    pub(super) fn parse_invoke(json: &str) -> Option<Self> {
        let said: Value = serde_json::from_str(json).ok()?;
        let text = |name: &str| {
            said[name].as_str().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let side = |name: &str| u32::try_from(said[name].as_u64()?).ok();
        let model = &said["model"];
        let model = model["name"].as_str().or_else(|| model["model_name"].as_str());
        Some(Self {
            prompt: text("positive_prompt")?,
            negative_prompt: text("negative_prompt"),
            seed: said["seed"].as_i64(),
            cfg_scale: said["cfg_scale"].as_f64(),
            size: side("width").zip(side("height")),
            model: model.map(str::to_owned),
        })
    }

    fn put(&mut self, name: &str, value: &str) {
        match name {
            "Seed" => self.seed = value.parse().ok(),
            "CFG scale" => self.cfg_scale = value.parse().ok().filter(|it: &f64| it.is_finite()),
            "Size" => {
                let sides = value.split_once('x');
                self.size =
                    sides.and_then(|(width, height)| width.parse().ok().zip(height.parse().ok()));
            }
            "Model" => self.model = Some(value.to_owned()).filter(|model| !model.is_empty()),
            _ => {}
        }
    }
}

/// Returns true if a line has settings, and not words of the prompt.
fn is_settings(line: &str) -> bool {
    let known = settings_of(line).filter(|(name, _)| NAMES.contains(name)).count();
    known >= 2 || line.trim_start().starts_with("Version: ") || line.starts_with("Steps: ")
}

/// Returns a value that may have a comma.
fn quoted(value: &str) -> String {
    let is_plain = !value.contains([',', ':', '"', '\n']);
    if is_plain { value.to_owned() } else { Value::from(value).to_string() }
}

/// Returns the names and values of a line of settings.
fn settings_of(line: &str) -> impl Iterator<Item = (&str, String)> {
    let mut rest = line.trim();
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once(':')?;
        let after = after.trim_start();
        let (value, after) = match quoted_end(after) {
            Some(end) => (unquoted(&after[..end]), &after[end..]),
            None => {
                let end = after.find(',').unwrap_or(after.len());
                (after[..end].trim().to_owned(), &after[end..])
            }
        };
        rest = after.trim_start_matches(',').trim_start();
        Some((name.trim(), value))
    })
}

/// Returns the end of a quoted value; `None` if it is not quoted.
fn quoted_end(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, ch) in text.char_indices().skip(usize::from(text.starts_with('"'))) {
        match ch {
            _ if !text.starts_with('"') => return None,
            '"' if !is_escaped => return Some(at + 1),
            _ => is_escaped = ch == '\\' && !is_escaped,
        }
    }
    None
}

fn unquoted(text: &str) -> String {
    serde_json::from_str(text).unwrap_or_else(|_| text.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_other_programs_is_read() {
        let text = "a cat, best quality\nNegative prompt: dog,\nblurry\n\
            Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 123, Size: 512x768, \
            Model hash: 6ce0161689, Model: \"my, model\", Version: v1.9";
        let read = GenerationParameters::parse(text).unwrap();
        let wanted = GenerationParameters {
            prompt: "a cat, best quality".to_owned(),
            negative_prompt: Some("dog,\nblurry".to_owned()),
            seed: Some(123),
            cfg_scale: Some(7.0),
            size: Some((512, 768)),
            model: Some("my, model".to_owned()),
        };
        assert_eq!(read, wanted);
        assert_eq!(GenerationParameters::parse(&wanted.to_text()), Some(wanted));
    }

    #[test]
    fn a_prompt_may_look_like_settings_and_settings_may_lack() {
        let parse = |text: &str| GenerationParameters::parse(text).map(|it| it.prompt);
        assert_eq!(parse("Title: a poster, big").as_deref(), Some("Title: a poster, big"));
        assert_eq!(parse("a cat\nSteps: 20").as_deref(), Some("a cat"));
        for nothing in ["", " \n ", "Steps: 20, Seed: 1", "Negative prompt: dog"] {
            assert_eq!(parse(nothing), None, "{nothing}");
        }
        assert_eq!(parse("a \"quote\nVersion: \"open, Seed: x").as_deref(), Some("a \"quote"));
    }

    #[test]
    fn the_json_of_invokeai_is_read() {
        let json = r#"{ "positive_prompt": "a cat", "negative_prompt": "", "seed": 5, "width": 512,
            "height": 512, "cfg_scale": 7.5, "model": { "name": "sdxl" }, "steps": 30 }"#;
        let read = GenerationParameters::parse_invoke(json).unwrap();
        assert_eq!(
            (read.prompt.as_str(), read.negative_prompt, read.seed),
            ("a cat", None, Some(5))
        );
        assert_eq!((read.size, read.model.as_deref()), (Some((512, 512)), Some("sdxl")));
        assert_eq!(GenerationParameters::parse_invoke("[]"), None);
    }
}
