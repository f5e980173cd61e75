/** Answers that are hard to lay out: two text directions, long words, wide tables. */
export const ARABIC = `## خطة اليوم الأول

تبدأ الرحلة في محطة **São Bento** عند الساعة 9:30، ثم نمشي 1.2 كم إلى النهر. استعمل الأمر \`git log --oneline\` إن أردت.

| المكان | الوقت | السعر |
|---|---:|---:|
| Livraria Lello | 10:15 | 8 € |
| جسر دون لويس الأول | 12:00 | مجانًا |
| Taylor's Port (Vila Nova de Gaia) | 15:30 | 20,50 € |

1. احجز التذاكر قبل 24 ساعة.
2. خذ معك ماء و-sunscreen.
   - درجة الحرارة ≈ 31 °C

> «من لم يزر بورتو لم يرَ البرتغال» — مثل محلي

\`\`\`python
def cost(tickets: int) -> float:
    return 8 * tickets + 20.5  # يورو
\`\`\``;

export const MIXED = `The second day is in **Gaia**. The Arabic sign at the cellar reads «أهلًا وسهلًا», and the tour (GPT-4o found it) costs 20,50 €.

- [Timetable of line D](https://example.com/timetable?line=D&from=%D8%A8%D9%88%D8%B1%D8%AA%D9%88)
- Averyveryverylongwordwithoutanyplacetobreakit_and_an_identifier_that_goes_on_and_on_and_on_and_on
- 你好，世界: the same in Chinese

| Model | Context | Price per 1M tokens | Notes |
|:--|--:|--:|:--|
| \`atlas-large-md\` | 128,000 | $2.50 | Writes Markdown, tables and formulas with care |
| \`fake-echo\` | 8,192 | $0.00 | Says what it was given |`;

/** Text with every element that answers can contain. */
export const RICH = `# The third day

A walk of **8 km**, *mostly* along the river, ~~by tram~~ on foot; see [the map](https://example.com/map) and \`route.gpx\`.

## What it costs

The fare grows with the distance $d$: $c(d) = 1.2 + 0.35\\sqrt{d}$, and over a day

$$
C = \\sum_{i=1}^{n} c(d_i) = 1.2\\,n + 0.35 \\sum_{i=1}^{n} \\sqrt{d_i}
$$

\`\`\`mermaid
graph LR
  A[Hotel] --> B{Raining?}
  B -->|yes| C[Museum]
  B -->|no| D[River walk]
  C --> E[Dinner]
  D --> E
\`\`\`

### In order

1. Breakfast at 8:30
2. Tram 1 to Foz
   - sit on the left
   - get off at the lighthouse
     1. take a picture
     2. walk back
3. Dinner

- [x] Book the table
- [ ] Ask for the terrace

> The river is the city's street.
>
> > And its mirror, says the second guide.

\`\`\`rust
/// The fare for a distance in kilometres.
fn fare(kilometres: f64) -> f64 {
    1.2 + 0.35 * kilometres.sqrt() // and a comment that goes on for so long that it reaches beyond the edge of any page of paper
}
\`\`\`

| Stop | Arrival | Leaves | Fare | What to see there, in a few words |
|:--|--:|--:|--:|:--|
| São Bento | 09:00 | 09:20 | 1,20 € | Tiles, in blue and white, that tell of battles and of harvests |
| Ribeira | 09:40 | 10:30 | 1,55 € | Boats, the bridge, washing in the wind |
| Foz do Douro | 11:05 | 13:00 | 1,90 € | The lighthouse; waves over the pier when the wind is from the west |

---

第三天的最后：河边的日落。 And a last line with an emoji 🌅.`;
