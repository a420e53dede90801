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

/** Give the text with its parameters filled in. */
export function fill(text: Text, params: Params, rules: Intl.PluralRules): string {
  const words = typeof text === "string" ? text : choose(text, params, rules);
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function choose(text: Plural, params: Params, rules: Intl.PluralRules): string {
  const form = rules.select(Number(params[text.by] ?? 0));
  return (form === "zero" || form === "two" ? undefined : text[form]) ?? text.other;
}
