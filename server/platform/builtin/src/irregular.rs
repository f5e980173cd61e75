//! Irregular English forms, for copies of WordNet that come without its exception files.

use crate::lemmas::PartOfSpeech;

/// Returns the base forms of an irregular `form`.
pub fn base_forms(form: &str, part_of_speech: PartOfSpeech) -> impl Iterator<Item = &'static str> {
    let table = match part_of_speech {
        PartOfSpeech::Noun => NOUNS,
        PartOfSpeech::Verb => VERBS,
        PartOfSpeech::Adjective | PartOfSpeech::Adverb => COMPARISONS,
    };
    table.split_terminator(';').filter_map(move |row| {
        let mut words = row.split_whitespace();
        let base = words.next()?;
        words.any(|word| word == form).then_some(base)
    })
}

/// The base form and then its other forms; rows end with a semicolon.
const VERBS: &str = "be am is are was were been being; have has had; do does did done; go goes went gone;
 arise arose arisen; awake awoke awoken; bear bore borne born; beat beaten; become became; befall befell befallen;
 begin began begun; behold beheld; bend bent; beseech besought; bid bade bidden; bind bound; bite bit bitten; bleed bled;
 blow blew blown; break broke broken; breed bred; bring brought; build built; burn burnt; buy bought; catch caught;
 choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt;
 drink drank drunk; drive drove driven; dwell dwelt; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought;
 find found; flee fled; fling flung; fly flew flown flies; forbid forbade forbidden; foresee foresaw foreseen;
 forget forgot forgotten; forgive forgave forgiven; forgo forwent forgone; forsake forsook forsaken; freeze froze frozen;
 get got gotten; give gave given; grind ground; grow grew grown; hang hung; hear heard; hide hid hidden; hold held;
 keep kept; kneel knelt; know knew known; lay laid; lead led; lean leant; leap leapt; learn learnt; leave left; lend lent;
 lie lay lain lying; light lit; lose lost; make made; mean meant; meet met; mislead misled; mistake mistook mistaken;
 misunderstand misunderstood; mow mown; overcome overcame; overtake overtook overtaken; overthrow overthrew overthrown;
 pay paid; plead pled; prove proven; rend rent; rid rid; ride rode ridden; ring rang rung; rise rose risen; run ran;
 saw sawn; say said; see saw seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone;
 shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; slay slew slain; sleep slept;
 slide slid; sling slung; slink slunk; smell smelt; smite smote smitten; sow sown; speak spoke spoken; speed sped;
 spell spelt; spend spent; spill spilt; spin spun; spit spat; spoil spoilt; spring sprang sprung; stand stood;
 steal stole stolen; stick stuck; sting stung; stink stank stunk; stride strode stridden; strike struck stricken;
 string strung; strive strove striven; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung;
 take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; tread trod trodden;
 undergo underwent undergone; understand understood; undertake undertook undertaken; undo undid undone;
 uphold upheld; wake woke woken; wear wore worn; weave wove woven; weep wept; win won; wind wound; withdraw withdrew withdrawn;
 withhold withheld; withstand withstood; wring wrung; write wrote written; die dying; tie tying; panic panicked panicking;
 picnic picnicked picnicking; mimic mimicked mimicking; traffic trafficked trafficking; quiz quizzes quizzed quizzing";

const NOUNS: &str = "man men; woman women; child children; person people; foot feet; tooth teeth; goose geese; mouse mice;
 louse lice; ox oxen; die dice; penny pence; brother brethren; wife wives; life lives; knife knives; leaf leaves;
 half halves; calf calves; elf elves; loaf loaves; scarf scarves; self selves; shelf shelves; thief thieves; wolf wolves;
 hoof hooves; dwarf dwarves; wharf wharves; potato potatoes; tomato tomatoes; hero heroes; echo echoes; veto vetoes;
 torpedo torpedoes; cargo cargoes; mango mangoes; mosquito mosquitoes; volcano volcanoes; analysis analyses; axis axes; ax axes;
 basis bases; crisis crises; diagnosis diagnoses; ellipsis ellipses; emphasis emphases; hypothesis hypotheses;
 neurosis neuroses; oasis oases; parenthesis parentheses; synopsis synopses; synthesis syntheses; thesis theses;
 alumnus alumni; bacillus bacilli; cactus cacti; focus foci; fungus fungi; genius genii; locus loci; nucleus nuclei;
 radius radii; stimulus stimuli; syllabus syllabi; terminus termini; addendum addenda; bacterium bacteria;
 curriculum curricula; datum data; erratum errata; medium media; memorandum memoranda; millennium millennia;
 ovum ova; phenomenon phenomena; criterion criteria; automaton automata; stratum strata; symposium symposia;
 alga algae; alumna alumnae; antenna antennae; formula formulae; larva larvae; nebula nebulae; vertebra vertebrae;
 appendix appendices; index indices; matrix matrices; vertex vertices; vortex vortices; codex codices; corpus corpora;
 genus genera; opus opera; bureau bureaux; chateau chateaux; plateau plateaux; tableau tableaux; quiz quizzes; bus buses; gas gases";

const COMPARISONS: &str = "good better best; well better best; bad worse worst; badly worse worst; ill worse worst; far farther farthest further furthest;
 little less least; much more most; many more most; old elder eldest; dry drier driest; shy shier shiest; sly slier sliest";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn irregular_forms_lead_to_all_words_they_may_come_from() {
        let of = |form, part| base_forms(form, part).collect::<Vec<_>>();
        assert_eq!(of("went", PartOfSpeech::Verb), ["go"]);
        assert_eq!(of("lay", PartOfSpeech::Verb), ["lie"]);
        assert_eq!(of("axes", PartOfSpeech::Noun), ["axis", "ax"]);
        assert_eq!(of("better", PartOfSpeech::Adverb), ["good", "well"]);
        assert_eq!(of("go", PartOfSpeech::Verb), Vec::<&str>::new());
    }
}
