import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Browser } from "happy-dom";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandsOf, environmentWith, folderOf, shell } from "./support/readme.ts";
import { startShop } from "./support/shop.ts";

let service: Awaited<ReturnType<typeof startShop>>["service"];
let shop: Awaited<ReturnType<typeof startShop>>["shop"];
let directory: string;

beforeAll(async () => {
  ({ service, shop } = await startShop());
  directory = await mkdtemp(join(tmpdir(), "parley-examples-"));
});
afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});

/** A reader who has a member of their own in the environment. */
async function newReader(more: NodeJS.ProcessEnv = {}) {
  const { settings, token } = await shop.settings();
  return { token, environment: environmentWith({ ...settings, ...more }) };
}

/** The lines of a program that runs until it is killed, as they come. */
function program(example: string, command: string, environment: NodeJS.ProcessEnv) {
  const settings = { cwd: folderOf(example), env: environment, detached: true };
  const child = spawn("bash", ["-c", `exec ${command}`], settings);
  const lines = createInterface(child.stdout);
  return {
    /** The first line that has these words. */
    async line(words: string): Promise<string> {
      for (;;) {
        const [line] = await once(lines, "line");
        if (String(line).includes(words)) return String(line);
      }
    },
    async kill() {
      const ended = once(child, "exit");
      // With what npm has started for it.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

const questionsOf = async (token: string): Promise<string[][]> => {
  const { body } = await service.call("GET /v1/chats", { token });
  const chats = await Promise.all(
    body.chats.map(({ id }: { id: string }) => service.call(`GET /v1/chats/${id}`, { token })),
  );
  return chats.map(({ body: { messages } }) =>
    messages.filter(({ type }: { type: string }) => type === "user").map(({ content }: { content: string }) => content),
  );
};

describe("examples/ask-with-curl", () => {
  it("asks with the README's commands, and goes on with a stream that was cut", async () => {
    const { environment } = await newReader();
    const commands = await commandsOf("ask-with-curl");
    const printed = await shell("ask-with-curl", commands.join("\n"), environment);
    expect(printed).toContain("There are 12 customers.");
    const [, rest = ""] = printed.split(/event: message\ndata: .*There are 12 customers.*\nid: \d+\n\n/);
    expect(rest).toMatch(/^event: .+\ndata: .+\nid: [3-9]\n/);
    expect(rest).not.toContain("chat_metadata");
    expect(rest).toContain("There are 24 orders.");
  });
});

describe("examples/ask-with-fetch", () => {
  it("asks without any library", async () => {
    const { environment } = await newReader();
    const [ask = ""] = await commandsOf("ask-with-fetch");
    const printed = await shell("ask-with-fetch", ask, environment);
    expect(printed).toMatch(/^Table: customers_count\nThere are 12 customers\./);
  });
});

describe("examples/ask-with-client", () => {
  it("asks, and shows what came with the answer", async () => {
    const { environment } = await newReader();
    const [ask = ""] = await commandsOf("ask-with-client");
    const printed = await shell("ask-with-client", ask, environment);
    expect(printed).toMatch(/^Revenue by month last year/);
    expect(printed).toContain("Table: month, revenue; 12 rows");
    expect(printed).toContain("Chart: ");
  });
});

describe("examples/ask-about-a-file", () => {
  it("answers from an uploaded CSV, and saves the table", async () => {
    const { environment } = await newReader();
    const [ask = ""] = await commandsOf("ask-about-a-file");
    const target = `${folderOf("ask-about-a-file")}answer.csv`;
    try {
      const printed = await shell("ask-about-a-file", ask, environment);
      expect(printed).toContain("1,925.60 EUR for Travel");
      expect((await readFile(target, "utf8")).split("\r\n")).toContain("Software,307");
    } finally {
      await rm(target, { force: true });
    }
  });
});

describe("examples/durable-turn", () => {
  it.each(["Asking", "Accepted"])("asks once, although it was killed when it said %j", async (words) => {
    const job = join(directory, `${words}.json`);
    const { environment, token } = await newReader({ JOB: job });
    const [submit = "", goOn = ""] = await commandsOf("durable-turn");
    const first = program("durable-turn", submit, environment);
    const said = await first.line("Asking");
    if (words !== "Asking") await first.line(words);
    await first.kill();
    expect(existsSync(job)).toBe(true);
    const printed = await shell("durable-turn", goOn, environment);
    expect(printed.split("\n")[0]).toBe(said);
    expect(printed).toContain("There are 12 customers.");
    expect(await questionsOf(token)).toEqual([["How many customers are there?"]]);
    expect(existsSync(job)).toBe(false);
  });
});

describe("examples/daily-report", () => {
  it("writes answers, and why there is none, as one Markdown file", async () => {
    const { environment } = await newReader();
    const [report = ""] = await commandsOf("daily-report");
    const questions = join(directory, "questions.txt");
    const target = join(directory, "report.md");
    // Three questions pass at once: CI asks all ten.
    await shell("daily-report", `head -n 3 questions.txt > ${questions}`, environment);
    const command = report.replace("questions.txt", questions).replace("report.md", target);
    const answered = await shell("daily-report", command, environment);
    const written = await readFile(target, "utf8");
    expect(written).toContain("## How many customers are there?\n\nThere are 12 customers.");
    expect(written).toMatch(/^\| month \| revenue \|\n\| --- \| --- \|\n(\| \d{4}-\d\d \| [\d.]+ \|\n){12}/m);
    expect(answered).toBe(`3 of 3 questions answered: ${target}`);

    const nobody = { ...environment, PARLEY_EMAIL: "nobody@elsewhere.example" };
    await expect(shell("daily-report", command, nobody)).rejects.toMatchObject({ code: 1 });
    expect(await readFile(target, "utf8")).toContain("## How many customers are there?\n\nNo answer: ");
  });
});

describe("examples/chat-page", () => {
  it("is drawn by the server, and asks in the browser", async () => {
    const { environment } = await newReader({ PORT: "0" });
    const [build = "", start = ""] = await commandsOf("chat-page");
    await shell("chat-page", build, environment);
    const server = program("chat-page", start, environment);
    const browser = new Browser({
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    try {
      const line = await server.line("Listening");
      const page = browser.newPage();
      await page.goto(/http:\S+/.exec(line)?.[0] ?? "");
      // React has taken over what the server drew.
      await page.waitUntilComplete();
      const { document } = page.mainFrame;
      document.querySelector("input")?.setAttribute("value", "How many customers are there?");
      document.querySelector("form")?.requestSubmit();
      const shown = () => document.querySelector("main")?.outerHTML ?? "";
      while (!/"ready"(?=.*<pre>There are 12 customers\.)/s.test(shown())) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(page.url).toMatch(/\?chat=[0-9a-f-]{36}$/);
      await page.waitUntilComplete();

      const drawn = await (await fetch(page.url)).text();
      expect(drawn).toContain("<h2>How many customers are there?</h2><pre>There are 12 customers.");
      // On a phone it is as wide as the phone, and lines end where that does.
      expect(drawn).toContain('<meta name="viewport" content="width=device-width">');
      expect(drawn).toMatch(/pre \{[^}]*white-space: pre-wrap/);
    } finally {
      await browser.close();
      await server.kill();
    }
  });
});
