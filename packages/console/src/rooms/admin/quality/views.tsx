import { Link } from "wouter-preact";
import { useGoldenQuestions } from "./golden-questions.ts";
import { useQualityWords } from "./quality-words.ts";

export const PATH = "/admin/quality";
export const QUESTIONS_PATH = `${PATH}/questions`;

/** The two sides of quality: runs, and the questions that are asked in them. */
export function Views({ isQuestions }: { isQuestions: boolean }) {
  const say = useQualityWords();
  const count = useGoldenQuestions().data?.length;
  return (
    <nav class="quality-views" aria-label={say("views")}>
      <Link href={PATH} aria-current={isQuestions ? undefined : "page"}>
        {say("view.runs")}
      </Link>
      <Link href={QUESTIONS_PATH} aria-current={isQuestions ? "page" : undefined}>
        {say("view.questions")}
        {count !== undefined && <span class="quality-count">{count}</span>}
      </Link>
    </nav>
  );
}
