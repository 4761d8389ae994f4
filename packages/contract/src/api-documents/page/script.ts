/** The page's one script: search, the theme, and what is folded, for paper. The page reads well without it. */
export const script = `(()=>{const root=document.documentElement,button=document.querySelector("#theme"),input=document.querySelector("#search"),found=document.querySelector("#found");
const keep=(value)=>{try{return value===undefined?localStorage.getItem("theme"):localStorage.setItem("theme",value)}catch{return null}};
const themes=["auto","light","dark"];const show=(theme)=>{if(theme==="auto")delete root.dataset.theme;else root.dataset.theme=theme;button.textContent="Theme: "+theme;};
let theme=themes.includes(keep())?keep():"auto";show(theme);button.hidden=false;button.addEventListener("click",()=>{theme=themes[(themes.indexOf(theme)+1)%3];keep(theme);show(theme)});
input.parentElement.hidden=false;const parts=[...document.querySelectorAll("section.one")].map((part)=>({part,text:part.textContent.toLowerCase(),links:document.querySelectorAll("nav a[href='#"+part.id+"']")}));
const rows=[...document.querySelectorAll("#errors tbody tr")].map((row)=>({row,text:row.textContent.toLowerCase()}));
const search=()=>{const words=input.value.toLowerCase().split(/\\s+/).filter(Boolean),has=(text)=>words.every((word)=>text.includes(word));let count=0;
for(const{part,text,links}of parts){const is=has(text);part.hidden=!is;for(const link of links)link.hidden=!is;count+=is?1:0}for(const{row,text}of rows){const is=has(text);row.hidden=!is;count+=is?1:0}
found.textContent=words.length?count+" found":""};input.addEventListener("input",search);
addEventListener("keydown",(event)=>{if(event.key==="/"&&document.activeElement!==input){event.preventDefault();input.focus()}else if(event.key==="Escape"&&document.activeElement===input){input.value="";search()}});
addEventListener("hashchange",()=>{const target=document.getElementById(decodeURIComponent(location.hash.slice(1)));if(target&&target.closest("[hidden]")){input.value="";search();target.scrollIntoView()}});
const folded=new Set;addEventListener("beforeprint",()=>{for(const part of document.querySelectorAll("details:not([open])")){folded.add(part);part.open=true}});addEventListener("afterprint",()=>{for(const part of folded)part.open=false;folded.clear()})})()`;
