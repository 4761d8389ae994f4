import { Markdown } from "@parley/console/parts/markdown.tsx";
import { Sql } from "@parley/console/parts/sql.tsx";
import { Table } from "@parley/console/parts/table.tsx";
import { Tabs } from "@parley/console/parts/tabs.tsx";
import { useState } from "preact/hooks";
import { manyRows, someMarkdown, someSql } from "./samples.ts";

type View = "table" | "sql";

/** What an answer is made of: a text, and a sheet with a table and its statement. */
export function Answer() {
  const [view, setView] = useState<View>("table");
  return (
    <>
      <section aria-label="Markdown">
        <h2>Revenue by month last year</h2>
        <Markdown text={someMarkdown} />
      </section>
      <section aria-label="Sheet">
        <div class="page-sheet">
          <Tabs<View>
            label="Views of the result"
            title={<h3>Orders</h3>}
            chosen={view}
            onChoose={setView}
            tabs={[
              {
                name: "table",
                label: "Table",
                panel: () => <Table label="Orders" {...manyRows} footer="First 10,000 rows; there are more." />,
              },
              { name: "sql", label: "SQL", panel: () => <Sql text={someSql} /> },
            ]}
          />
        </div>
      </section>
    </>
  );
}
