export { LANGUAGES } from "./catalogues";
export {
  changeLanguage,
  currentLanguage,
  has,
  keepLanguage,
  missingLanguage,
  needArea,
  retryLanguage,
  startLanguage,
  t,
} from "./i18n.svelte";
export type { Params } from "./plural";
