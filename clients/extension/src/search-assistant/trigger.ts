/** spec §3: "Action trigger modes: always, manually, dependsOnQuota, questionMark, auto". */
export const TRIGGER_MODES = ["always", "manually", "dependsOnQuota", "questionMark", "auto"] as const;

export type TriggerMode = (typeof TRIGGER_MODES)[number];

export interface Allowed {
  /** spec §6: "Free users can only trigger smart search manually". */
  automatic: boolean;
  /** True if a large part of the person's quota is left. */
  plenty: boolean;
}

/** Returns true if a search is answered without a click. */
export function isTriggered(mode: TriggerMode, query: string, { automatic, plenty }: Allowed): boolean {
  if (!automatic) return false;
  switch (mode) {
    case "always":
      return true;
    case "manually":
      return false;
    case "dependsOnQuota":
      return plenty;
    case "questionMark":
      return endsInQuestionMark(query);
    case "auto":
      return asksForAnswer(query);
  }
}

/** Returns true for a mode that may trigger, for which the person's permissions must be known. */
export const canTrigger = (mode: TriggerMode, query: string): boolean =>
  isTriggered(mode, query, { automatic: true, plenty: true });

/** Returns true if the query ends in a question mark of any script. */
const endsInQuestionMark = (query: string): boolean => /[?？؟;՞፧]["'”’»)]*\s*$/u.test(query);

/** Words that start a question without a question mark. */
const QUESTION_WORDS =
  /^(who|whose|whom|what|when|where|why|which|how|is|are|was|were|do|does|did|can|could|should|would|will|may|am|has|have|explain|compare|difference between|wie|was|wer|wann|wo|warum|wieso|welche[rs]?|comment|pourquoi|quand|qui|quel(le)?s?|où|combien|qué|cómo|cuándo|dónde|por qué|quién|cuál|como|quando|onde|porque|quem|qual|come|perché|dove|chi|quale|как|что|кто|когда|где|почему|зачем|какой|какая|сколько|ما|ماذا|من هو|من هي|متى|أين|اين|لماذا|كيف|هل|كم|أي)(?=[\s'’]|$)/iu;

/** Question words of Chinese, Japanese and Korean, which can be anywhere, often at the end. */
const QUESTION_PARTS =
  /什么|什麼|怎么|怎麼|怎样|为什么|為什麼|如何|哪里|哪裡|哪个|哪些|多少|几个|是否|能不能|可以吗|吗$|呢$|何が|どう|なぜ|いつ|どこ|誰|ですか|ますか|무엇|어떻게|왜|언제|어디|누구|인가요|나요|까요/u;

/** Matches lookups of names, sites and codes, for which the results themselves suffice. */
const LOOKS_UP =
  /(^|\s)(site|inurl|intitle|filetype|cache):|^"[^"]*"$|^(https?:\/\/|www\.)|^[\w.-]+\.[a-z]{2,}$/i;

/** Number of words that make a sentence, whatever they begin with. */
const SENTENCE_WORDS = 7;

/** Returns true if a search looks like a question and not like the name of a site. */
export function asksForAnswer(query: string): boolean {
  const text = query.trim();
  if (text === "" || LOOKS_UP.test(text)) return false;
  return (
    endsInQuestionMark(text) ||
    QUESTION_WORDS.test(text) ||
    QUESTION_PARTS.test(text) ||
    text.split(/\s+/).length >= SENTENCE_WORDS
  );
}
