// A text of a catalogue: words with {names} in it, or one such text for each plural form.

export type Params = Record<string, string | number>;
export interface Plural {
  by: string;
  one?: string;
  few?: string;
  many?: string;
  other: string;
}
export type Text = string | Plural;
export type Area = Record<string, Text>;

/** A piece of a text; what stands between two pairs of asterisks is strong. */
export interface Part {
  text: string;
  strong: boolean;
}

/** Return the text with its parameters filled in. */
export function fill(text: Text, params: Params, rules: Intl.PluralRules): string {
  return put(choose(text, params, rules), params);
}

/** Return the text in pieces. Asterisks in a parameter mean nothing. */
export function pieces(text: Text, params: Params, rules: Intl.PluralRules): Part[] {
  return choose(text, params, rules)
    .split("**")
    .map((piece, at) => ({ text: put(piece, params), strong: at % 2 === 1 }))
    .filter((piece) => piece.text);
}

function put(words: string, params: Params): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function choose(text: Text, params: Params, rules: Intl.PluralRules): string {
  if (typeof text === "string") return text;
  const form = rules.select(Number(params[text.by] ?? 0));
  return (form === "zero" || form === "two" ? undefined : text[form]) ?? text.other;
}
