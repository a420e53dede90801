export type DialogName =
  "menu" | "settings" | "keys" | "leave" | "rules" | "talk" | "moves" | "rename" | "fair";
