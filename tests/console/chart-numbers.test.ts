import { numberTexts } from "@parley/console/parts/chart/number-texts.ts";
import { describe, expect, it } from "vitest";

const shortened = (values: readonly number[], isShare: boolean, language = "en") => {
  const texts = numberTexts(values, language, isShare);
  return values.map((value) => texts.short(value));
};

describe("the numbers at the ends of bars", () => {
  it("tell bars apart that are nearly equal", () => {
    const values = [1_520_500.83, 1_461_575.96];
    expect(shortened(values, false)).toEqual(["1.52M", "1.46M"]);
  });

  it("have one decimal where that is enough", () => {
    const values = [1_520_500, 1_261_575];
    expect(shortened(values, false)).toEqual(["1.5M", "1.3M"]);
  });

  it("have no decimals beside thousands that a language does not shorten", () => {
    const values = [99_266.65, 1_234_567, 812.25];
    expect(shortened(values, false, "de")).toEqual(["99.267", "1,2\u00a0Mio.", "812,3"]);
    expect(shortened(values, false)).toEqual(["99.3K", "1.2M", "812.3"]);
  });

  it("have one decimal of a per cent, as the sentence has", () => {
    const values = [0.954, 0.0412, 0.00337];
    expect(shortened(values, true)).toEqual(["95.4%", "4.1%", "0.3%"]);
  });

  it("have digits of their own for shares that would be nothing otherwise", () => {
    expect(numberTexts([0.000123], "en", true).short(0.000123)).toBe("0.0123%");
  });
});
