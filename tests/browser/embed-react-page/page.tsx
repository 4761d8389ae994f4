/** @jsxImportSource react */
import { ParleyChat } from "@parley/chat/react";
import { useState } from "react";
import { createRoot } from "react-dom/client";

/** Where the service is, if the element does not come from it. */
const baseUrl = new URLSearchParams(location.search).get("service");

/** A page of React with the chat in it, drawn again at each answer. */
function Page() {
  const [answers, setAnswers] = useState(0);
  const [isShown, show] = useState(true);
  return (
    <>
      <button type="button" onClick={() => show(false)}>
        Remove
      </button>
      <p>Answered {answers} times</p>
      {isShown && (
        <ParleyChat
          className="of-react"
          {...(baseUrl !== null && { baseUrl })}
          token={() => memberToken()}
          messages={{ "composer.hint": "Asked in React" }}
          starter="How many orders are there?"
          onAnswer={() => setAnswers((before) => before + 1)}
        />
      )}
    </>
  );
}

const root = document.querySelector("#react");
if (root) createRoot(root).render(<Page />);
