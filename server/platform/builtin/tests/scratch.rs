#![allow(clippy::all, clippy::print_stdout, clippy::unwrap_used)]
use std::time::*;
struct T(Instant);
impl fend_core::Interrupt for T { fn should_interrupt(&self)->bool{ self.0.elapsed()>Duration::from_millis(300)} }
#[test] fn fend(){
 for l in std::fs::read_to_string("/tmp/fend_in.txt").unwrap().lines(){
  let t=Instant::now();
  let r=fend_core::evaluate_with_interrupt(l,&mut fend_core::Context::new(),&T(t)).map(|r|r.get_main_result().chars().take(120).collect::<String>());
  println!("{:<40} {:?} {:?}", l.chars().take(40).collect::<String>(), r, t.elapsed());
 }
}
#[test] fn harper(){
 use harper_core::{*,linting::*,parsers::*,spell::*};
 let t=Instant::now();
 let dict=FstDictionary::curated();
 let mut g=LintGroup::new_curated(dict.clone(),Dialect::American);
 println!("init {:?}",t.elapsed());
 for text in ["She go to school every days. I definately would of went.","He have a apple, but its to late.","Me and Kubernetes was their. The goverment discussed about it","This is fine.", "我喜欢吃苹果","Dr. Przybylski lives in Wroclaw.", "I has 2 cat."]{
  let t=Instant::now();
  let d=Document::new(text,&PlainEnglish,&dict);
  println!("{text} english={}", language_detection::is_doc_likely_english(&d,&dict));
  for l in g.lint(&d){ println!("   {:?} {:?} {:?} p{} {}", l.get_str(d.get_source()), l.lint_kind, l.suggestions, l.priority, l.message);}
  println!("  {:?}",t.elapsed());
 }
 let big="The quick brown fox jump over the lazy dog, and it were happy about the definately long run. ".repeat(220);
 let t=Instant::now(); let d=Document::new(&big,&PlainEnglish,&dict); println!("{} chars {} lints {:?}", big.len(), g.lint(&d).len(), t.elapsed());
 let s=std::fs::read_to_string("/proc/self/status").unwrap(); println!("{}", s.lines().find(|l|l.starts_with("VmRSS")).unwrap());
 for w in ["went","taken","ran","is","geese"]{ println!("{w} {:?} {:?}", IrregularVerbs::curated().get_lemma_for_preterite(w), IrregularNouns::curated().get_singular_for_plural(w)); }
}
