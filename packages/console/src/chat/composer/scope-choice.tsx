import { BookOpen, X } from "lucide-preact";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { useChatWords } from "../../words/chat-words.ts";
import type { Conversation } from "../conversation.ts";
import { SCOPE_PROJECTS } from "../message-limits.ts";

/** The collections that answers may draw on: those there are to choose from, and those that are chosen. */
export function ScopeChoice({ conversation: { catalog, choice, choose, features } }: { conversation: Conversation }) {
  const say = useChatWords();
  const { scope } = choice;
  const isChosen = (id: string): boolean => scope.some((project) => project.id === id);
  const leaveOut = (id: string): void => choose({ scope: scope.filter((project) => project.id !== id) });
  const isFull = scope.length >= SCOPE_PROJECTS;
  const items = catalog.projects.map((project) => ({
    label: project.name,
    isChecked: isChosen(project.id),
    isDisabled: isFull && !isChosen(project.id),
    onChoose: () => (isChosen(project.id) ? leaveOut(project.id) : choose({ scope: [...scope, project] })),
  }));
  const title = isFull ? say("composer.scopeFull", { count: SCOPE_PROJECTS }) : say("composer.projects");
  return (
    <>
      {features.sourceChoice && items.length > 0 && (
        <Menu label={say("composer.projects")} icon={BookOpen} entries={[{ title, items }]} />
      )}
      {scope.map(({ id, name }) => (
        <span key={id} class="scope" title={say("composer.scope", { name })}>
          <span>{name}</span>
          <IconButton
            icon={X}
            label={say("composer.unscope", { name })}
            onClick={({ currentTarget }) => {
              leaveOut(id);
              currentTarget.form?.querySelector("textarea")?.focus();
            }}
          />
        </span>
      ))}
    </>
  );
}
