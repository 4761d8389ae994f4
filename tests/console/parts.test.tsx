import { matching } from "@parley/console/parts/combobox.tsx";
import { copyText } from "@parley/console/parts/copy.ts";
import { TextField } from "@parley/console/parts/field.tsx";
import { LiveRegion, useAnnounce } from "@parley/console/parts/live-region.tsx";
import { failureOf, Problem } from "@parley/console/parts/problem.tsx";
import { relativeTime } from "@parley/console/parts/relative-time.tsx";
import { SecretField } from "@parley/console/parts/secret-field.tsx";
import { type ComponentChild, render } from "preact";
import { act } from "preact/test-utils";
import { describe, expect, it, vi } from "vitest";

/** Draws something, and returns where. */
function draw(part: ComponentChild): HTMLElement {
  const into = document.createElement("main");
  void act(() => render(part, into));
  return into;
}

describe("relativeTime", () => {
  const now = Date.parse("2026-03-10T12:00:00Z");
  it.each([
    ["2026-03-10T11:59:30Z", "now"],
    ["2026-03-10T11:55:00Z", "5 minutes ago"],
    ["2026-03-10T09:00:01Z", "2 hours ago"],
    ["2026-03-09T11:00:00Z", "yesterday"],
    ["2026-03-12T13:00:00Z", "in 2 days"],
    ["2026-02-01T12:00:00Z", "Feb 1, 2026"],
    ["soon", "soon"],
  ])("says %s as %j", (iso, said) => expect(relativeTime(iso, "en", now)).toBe(said));

  it("speaks the language", () => {
    expect(relativeTime("2026-03-10T11:55:00Z", "de", now)).toBe("vor 5 Minuten");
  });
});

describe("matching", () => {
  const options = [
    { id: "1", label: "Überseelager", hint: "MySQL" },
    { id: "2", label: "Sales warehouse", hint: "PostgreSQL" },
  ];
  it("finds all words in any order, without capitals and accents", () => {
    expect(matching(options, "post SALES").map(({ id }) => id)).toEqual(["2"]);
    expect(matching(options, "uber").map(({ id }) => id)).toEqual(["1"]);
    expect(matching(options, " ")).toHaveLength(2);
    expect(matching(options, "oracle")).toEqual([]);
  });
});

describe("a field", () => {
  it("names its control, and says what is wrong with it", () => {
    const drawn = draw(
      <TextField
        label="Host"
        hint="Without a port."
        error="Too long."
        isRequired
        value=""
        onChange={() => undefined}
      />,
    );
    const input = drawn.querySelector("input");
    expect(drawn.querySelector("label")?.htmlFor).toBe(input?.id);
    expect(input?.required).toBe(true);
    expect(input?.getAttribute("aria-invalid")).toBe("true");
    const described = (input?.getAttribute("aria-describedby") ?? "").split(" ");
    expect(described.map((id) => drawn.querySelector(`[id="${id}"]`)?.textContent)).toEqual([
      "Without a port.",
      "Too long.",
    ]);
  });

  it("of a secret never holds one that is set, and leaves it unless it is replaced", () => {
    const onChange = vi.fn();
    const drawn = draw(<SecretField label="Password" isSet value={null} onChange={onChange} />);
    expect(drawn.querySelector("input")?.value).toBe("Set, not shown");
    void act(() => drawn.querySelector("button")?.click());
    expect(onChange).toHaveBeenCalledWith("");
    const replacing = draw(<SecretField label="Password" isSet value="" onChange={onChange} />);
    expect(replacing.querySelector("input")?.type).toBe("password");
    void act(() => Array.from(replacing.querySelectorAll("button")).at(-1)?.click());
    expect(onChange).toHaveBeenLastCalledWith(null);
  });
});

describe("a problem", () => {
  it("offers to try again where that may help, and keeps the debug id behind its details", () => {
    const passing = Object.assign(new Error("Timed out"), { retryable: true, debugId: "d-1" });
    const drawn = draw(<Problem failure={failureOf(passing)} onRetry={() => undefined} />);
    expect(drawn.querySelector('[role="alert"]')?.textContent).toContain("Timed out");
    expect(drawn.querySelector("details code")?.textContent).toBe("d-1");
    expect(drawn.textContent).toContain("Try again");
    const unreached = Object.assign(new Error("The service cannot be reached"), { code: "CONNECTION_FAILED" });
    expect(draw(<Problem failure={failureOf(unreached)} onRetry={() => undefined} />).textContent).toContain(
      "Try again",
    );
    const lasting = draw(<Problem failure={failureOf(new Error("Not yours"))} onRetry={() => undefined} />);
    expect(lasting.textContent).toBe("Not yours");
  });
});

describe("a live region", () => {
  it("reads the same sentence again when it is announced again", () => {
    let announce = (_sentence: string): void => undefined;
    const Part = () => {
      announce = useAnnounce();
      return null;
    };
    const drawn = draw(
      <LiveRegion>
        <Part />
      </LiveRegion>,
    );
    const read = () => drawn.querySelector('[role="status"] span');
    void act(() => announce("Copied"));
    const first = read();
    void act(() => announce("Copied"));
    expect(read()?.textContent).toBe("Copied");
    expect(read()).not.toBe(first);
  });
});

describe("copyText", () => {
  it("says that it has not worked where neither the clipboard nor a field can", async () => {
    const button = document.body.appendChild(document.createElement("button"));
    vi.stubGlobal("navigator", {});
    document.execCommand = () => false;
    expect(await copyText("text", button)).toBe(false);
    expect(document.querySelector("textarea")).toBeNull();
    vi.unstubAllGlobals();
  });
});
