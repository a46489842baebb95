/** The most popular names of the censuses come first. */
export const firstNames = (
  'James Mary Michael Patricia John Jennifer Robert Linda David Elizabeth William Barbara Richard Susan Joseph Jessica ' +
  'Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly ' +
  'Donald Betty Andrew Margaret Joshua Donna Paul Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah ' +
  'Ronald Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Nicholas Angela ' +
  'Gary Dorothy Eric Shirley Jonathan Emma Stephen Brenda Larry Nicole Justin Pamela Benjamin Samantha Scott Anna ' +
  'Brandon Katherine Samuel Christine Gregory Debra Alexander Rachel Patrick Olivia Frank Carolyn Jack Maria Raymond ' +
  'Janet Dennis Heather Tyler Diane Aaron Catherine Jerry Julie Jose Victoria Nathan Helen Adam Joyce Henry Lauren ' +
  'Zachary Kelly Douglas Christina Peter Joan Noah Judith Kyle Ava Ethan Evelyn Jeremy Andrea Christian Hannah Sean ' +
  'Jacqueline Austin Martha Keith Gloria Roger Teresa Terry Sara Walter Janice Dylan Kathryn Gerald Grace Carl Jean ' +
  'Bryan Madison Lawrence Judy Jordan Theresa Olga Xiomara Thaddeus Quinlan'
).split(' ');

export const lastNames = (
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson ' +
  'Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young ' +
  'Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter ' +
  'Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers ' +
  'Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez ' +
  'Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez ' +
  "Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Gonzales Fisher Vasquez Simmons Graham O'Neil " +
  'Murray Ford Castro Marshall Owens Harrison Fernandez Mcdonald Woods Washington Kennedy Wells Vargas Henry Chen ' +
  'Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon ' +
  'Munoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt ' +
  'Zimmermann Featherstonehaugh'
).split(' ');
