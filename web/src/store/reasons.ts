// Why something was refused, in the words of the reader.

import { has, t } from "../i18n";

/** Give the sentence for a reason; a reason this page does not know gets a general one. */
export function reasonText(reason: string): string {
  return has(`reasons.${reason}`) ? t(`reasons.${reason}`) : t("reasons.other");
}
