export { LANGUAGES } from "./catalogues";
export { changeLanguage, currentLanguage, has, needArea, startLanguage, t } from "./i18n.svelte";
export type { Params } from "./plural";
