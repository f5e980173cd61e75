//! PDF files for tests, written by hand: nothing but text, one paragraph a page.

/// Longest line on a page, in characters.
const LINE_CHARS: usize = 90;

/// Builds a PDF with these texts as pages. ASCII only; words are wrapped into lines.
pub fn sample_pdf<T: AsRef<str>>(pages: &[T]) -> Vec<u8> {
    let contents: Vec<String> = pages.iter().map(|text| content(text.as_ref())).collect();
    of_pages(&contents)
}

/// Builds a one-page PDF on which each line has its own position: from the left, and from below.
pub fn set_pdf(lines: &[(u32, u32, &str)]) -> Vec<u8> {
    let line = |(x, y, text): &(u32, u32, &str)| {
        format!("BT /F1 11 Tf {x} {y} Td ({}) Tj ET\n", escaped(text))
    };
    of_pages(&[lines.iter().map(line).collect()])
}

fn of_pages(pages: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!(
            "<< /Type /Pages /Count {} /Kids [{}] >>",
            pages.len(),
            (0..pages.len()).map(|page| format!("{} 0 R ", 4 + 2 * page)).collect::<String>()
        ),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (index, shown) in pages.iter().enumerate() {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]
                /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * index
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{shown}\nendstream", shown.len()));
    }
    write(&objects)
}

fn content(text: &str) -> String {
    let lines = wrap(text).into_iter().map(|line| format!("({}) Tj T*\n", escaped(&line)));
    format!("BT /F1 11 Tf 14 TL 50 790 Td\n{}ET", lines.collect::<String>())
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + word.len() < LINE_CHARS {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Writes the file: header, objects, and the table of their offsets.
fn write(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut starts = Vec::new();
    for (number, object) in (1..).zip(objects) {
        starts.push(file.len());
        file.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for start in starts {
        file.extend(format!("{start:010} 00000 n \n").bytes());
    }
    let size = objects.len() + 1;
    file.extend(
        format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").bytes(),
    );
    file
}
