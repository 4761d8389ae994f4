/**
 * Makes a value that may be left out of a bundle. Called as `@__PURE__` where a file has more than its readers need: a
 * schema made by calls counts as having effects, and is bundled wherever another one of its file is used.
 */
export const separately = <Made>(make: () => Made): Made => make();
