use parsing::ParseFailure;

use crate::xml::{Step, walk};

/// Returns a chart as text: its title, and each series with its categories and values (ECMA-376, part 1, 21.2).
pub(super) fn chart_text(xml: &str) -> Result<String, ParseFailure> {
    let mut chart = Chart::default();
    walk(xml, |step| chart.take(step))?;
    Ok(chart.finish())
}

/// Returns the texts of a drawing's paragraphs, one a line.
pub(super) fn drawing_text(xml: &str) -> Result<String, ParseFailure> {
    let mut text = String::new();
    let mut is_text = false;
    walk(xml, |step| match step {
        Step::Open("t", _) => is_text = true,
        Step::Close("t") => is_text = false,
        Step::Text(piece) if is_text => text.push_str(piece),
        Step::Close("p" | "pt") if !text.is_empty() && !text.ends_with('\n') => text.push('\n'),
        _ => {}
    })?;
    Ok(text.trim_end().to_owned())
}

#[derive(Default)]
struct Chart {
    title: String,
    series: Vec<Series>,
    /// The list that values belong to.
    list: Option<List>,
    is_value: bool,
    is_title: bool,
    is_text: bool,
}

#[derive(Default)]
struct Series {
    name: String,
    categories: Vec<String>,
    values: Vec<String>,
}

#[derive(Clone, Copy)]
enum List {
    Name,
    Categories,
    Values,
}

impl Chart {
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Open("title", _) => self.is_title = true,
            Step::Close("title") => self.is_title = false,
            Step::Open("ser", _) => self.series.push(Series::default()),
            Step::Open("tx", _) => self.list = Some(List::Name),
            Step::Open("cat" | "xVal", _) => self.list = Some(List::Categories),
            Step::Open("val" | "yVal" | "bubbleSize", _) => self.list = Some(List::Values),
            Step::Close("tx" | "cat" | "xVal" | "val" | "yVal" | "bubbleSize" | "ser") => {
                self.list = None;
            }
            Step::Open("v", _) => {
                self.is_value = true;
                if let Some(list) = self.list_of_values() {
                    list.push(String::new());
                }
            }
            Step::Close("v") => self.is_value = false,
            Step::Open("t", _) => self.is_text = true,
            Step::Close("t") => self.is_text = false,
            Step::Text(text) if self.is_text && self.is_title => self.title.push_str(text),
            Step::Text(text) if self.is_value => match (self.list, self.list_of_values()) {
                (_, Some(list)) => {
                    if let Some(last) = list.last_mut() {
                        last.push_str(text);
                    }
                }
                (Some(List::Name), None) => {
                    if let Some(series) = self.series.last_mut() {
                        series.name.push_str(text);
                    }
                }
                (_, None) => {}
            },
            _ => {}
        }
    }

    fn list_of_values(&mut self) -> Option<&mut Vec<String>> {
        let list = self.list?;
        let series = self.series.last_mut()?;
        match list {
            List::Name => None,
            List::Categories => Some(&mut series.categories),
            List::Values => Some(&mut series.values),
        }
    }

    fn finish(self) -> String {
        let mut lines = vec![format!("Chart: {}", self.title.trim()).trim_end().to_owned()];
        for series in self.series {
            let values = series.values.iter().enumerate().map(|(at, value)| {
                match series.categories.get(at) {
                    Some(category) => format!("{category} {value}"),
                    None => value.clone(),
                }
            });
            let values = values.collect::<Vec<_>>().join(", ");
            let name = if series.name.is_empty() { "Series" } else { &series.name };
            lines.push(format!("{name}: {values}"));
        }
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_says_its_series_with_categories_and_values() {
        let xml = "<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p>
            </c:rich></c:tx></c:title><c:plotArea><c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>2024</c:v>
            </c:pt></c:strCache></c:strRef></c:tx><c:cat><c:pt><c:v>East</c:v></c:pt><c:pt><c:v>West</c:v>
            </c:pt></c:cat><c:val><c:pt><c:v>19.2</c:v></c:pt><c:pt><c:v>21.4</c:v></c:pt></c:val></c:ser>
            </c:plotArea></c:chart></c:chartSpace>";
        assert_eq!(chart_text(xml).unwrap(), "Chart: Sales\n2024: East 19.2, West 21.4");
    }
}
