import { useEffect, useRef, useState } from "preact/hooks";

/** Files that are dragged over an element, and dropped on it; null while it takes none. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null) {
  const [isOver, setOver] = useState(false);
  // Elements within tell of entering and leaving, too.
  const depth = useRef(0);
  useEffect(() => {
    if (!isOver) depth.current = 0;
  }, [isOver]);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
    onFiles !== null && (dataTransfer?.types.includes("Files") ?? false);
  return {
    isOver,
    listeners: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragLeave() {
        depth.current -= 1;
        if (depth.current <= 0) setOver(false);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles?.([...(event.dataTransfer?.files ?? [])]);
      },
    },
  };
}
