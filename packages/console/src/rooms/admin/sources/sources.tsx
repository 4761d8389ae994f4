import type { Source } from "@parley/client";
import { Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Room } from "../../../shell/room.tsx";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { withServerState } from "../../server-state.tsx";
import { SchemaBrowser } from "./schema-browser.tsx";
import { SourceForm } from "./source-form.tsx";
import { useSources } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";
import "./sources.css";

const PATH = "/admin/sources";

/** The organization's databases, for administrators. `open` is one's id, or `new`. */
export const SourcesRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useSourcesWords();
  const [, go] = useLocation();
  const sources = useSources();
  const opened = sources.data?.find(({ id }) => id === open);
  const show = (source: Source | null): void => go(source ? `${PATH}/${source.id}` : PATH);
  const unknown = open !== null &&
    sources.data && {
      title: say("title"),
      content: <p class="detail-note">{say("unknown")}</p>,
    };
  const detail =
    open === "new"
      ? { title: say("add"), content: <SourceForm key="new" source={null} done={show} /> }
      : opened
        ? { id: opened.id, title: opened.display_name, content: <SourceDetail source={opened} done={show} /> }
        : unknown;
  return (
    <Room
      title={say("title")}
      actions={
        <Button kind="quiet" icon={Plus} onClick={() => go(`${PATH}/new`)}>
          {say("add")}
        </Button>
      }
    >
      <ListDetail detail={detail || null} close={() => go(PATH)}>
        <Remote query={sources}>{(found) => <SourceRows sources={found} />}</Remote>
      </ListDetail>
    </Room>
  );
});

function SourceDetail({ source, done }: { source: Source; done: (source: Source | null) => void }) {
  const say = useSourcesWords();
  return (
    <div class="detail-parts">
      <section>
        <h3>{say("connection")}</h3>
        <SourceForm source={source} done={done} />
      </section>
      <SchemaBrowser source={source} />
    </div>
  );
}

function SourceRows({ sources }: { sources: readonly Source[] }) {
  const say = useSourcesWords();
  const language = useLanguage();
  if (sources.length === 0) return <p class="room-note">{say("none")}</p>;
  return (
    <Rows
      label={say("list")}
      rows={sources.map(({ id, display_name: title, engine, schema }, at) => ({
        id,
        href: `${PATH}/${id}`,
        title,
        note: [
          say(`engine.${engine}`),
          ...(schema
            ? [say("tables", { count: schema.tables }), say("read", { when: dayOf(schema.introspected_at, language) })]
            : [say("unread")]),
        ].join(" · "),
        end: <State source={sources[at]} />,
      }))}
    />
  );
}

function State({ source }: { source: Source | undefined }) {
  const say = useSourcesWords();
  if (source?.introspection?.status === "running") return <Mark tone="busy">{say("reading")}</Mark>;
  const test = source?.last_test;
  if (!test) return <Mark>{say("test.never")}</Mark>;
  return <Mark tone={test.connected ? "good" : "bad"}>{say(test.connected ? "test.good" : "test.bad")}</Mark>;
}
