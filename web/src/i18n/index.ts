export { LANGUAGES } from "./catalogues";
export {
  changeLanguage,
  currentLanguage,
  has,
  keepLanguage,
  missingLanguage,
  needArea,
  parts,
  retryLanguage,
  startLanguage,
  t,
} from "./i18n.svelte";
export type { Params, Part } from "./plural";
