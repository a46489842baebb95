import type { Part } from '#core/catalog/part.ts';

/**
 * Searches in the words that people type. After the arrow stands what makes a part a right result. '&' means and. Words are
 * compared with the part's name, @ with year, make and model, # with its OEM number or stock number, ~ with its condition.
 */
export const judgedSearches: readonly string[] = `
rotors -> rotor
rotor -> rotor
brake rotors -> brake & rotor
front rotors -> front & rotor
rear rotor -> rear & rotor
brake disc -> brake rotor
brake discs front -> front & rotor
disc -> rotor
disk -> rotor
drilled rotors -> drilled & rotor
slotted rotor -> slotted & rotor
brake pads -> brake pads
brakepads -> brake pads
brake pad -> brake pads
disc brake pads -> brake pads
ceramic pads -> ceramic & pads
ceramic brake pads front -> front & ceramic & pads
rear pads -> rear & pads
2010 honda civic front brake pads -> front & brake pads & @2010 honda civic
honda civic 2010 -> @2010 honda civic
2010 civic -> @2010 honda civic
civic 2010 rotors -> rotor & @2010 honda civic
'10 civic -> @2010 honda civic
10 honda civic -> @2010 honda civic
2006-2011 civic -> @honda civic
06-11 civic rotors -> rotor & @honda civic
2013 to 2015 accord -> @honda accord
honda -> @honda
civic -> @honda civic
chevy -> @chevrolet
chevy alternator -> alternator & @chevrolet
chevy silverado alternator -> alternator & @chevrolet silverado
silverado -> @silverado 1500
silverado brake pads -> brake pads & @silverado
chevy silverado 1500 tail light -> tail light & @silverado 1500
VW golf -> @volkswagen golf
vw -> @volkswagen
vw jetta -> @volkswagen jetta
benz -> @mercedes
mercedes c class -> @mercedes-benz c-class
mercedes benz brake pads -> brake pads & @mercedes
beemer -> @bmw
bmw 328i -> @bmw 3 series
bmw 3 series brake pads -> brake pads & @bmw 3 series
f150 -> @ford f-150
f-150 -> @ford f-150
f 150 -> @ford f-150
ford f150 headlight -> headlight & @ford f-150
2016 f150 -> @2016 ford f-150
f150 tailgate lamp -> tail light & @ford f-150 | light & @ford f-150
crv -> @honda cr-v
cr-v -> @honda cr-v
cr v wheel bearing -> wheel & @honda cr-v
rav4 -> @toyota rav4
rav 4 strut -> strut & @toyota rav4
toyota camry -> @toyota camry
camry 2018 -> @2018 toyota camry
2018 camry brakes -> brake & @2018 toyota camry
camry starter -> starter & @toyota camry
corolla oil filter -> oil filter & @toyota corolla
toyota corolla battery -> battery & @toyota corolla
accord transmission -> transmission & @honda accord
2013 accord engine -> engine & @2013 honda accord
altima -> @nissan altima
nissan altima headlight -> headlight & @nissan altima
bmw -> @bmw
subaru -> @subaru
jeep -> @jeep
ram 1500 -> @ram 1500
dodge ram -> @ram
malibu -> @chevrolet malibu
equinox brakes -> brake & @chevrolet equinox
o2 sensor -> oxygen sensor
o2 sensors -> oxygen sensor
oxygen sensor -> oxygen sensor
lambda sensor -> oxygen sensor
downstream o2 sensor -> downstream & oxygen sensor
honda o2 sensor -> oxygen sensor & @honda
upstream oxygen sensor accord -> upstream & oxygen sensor & @honda accord
headlite -> headlight
headlight -> headlight
headlights -> headlight
headlamp -> headlight
head light -> headlight
front left headlight -> driver & headlight
left headlight -> driver & headlight
driver side headlight -> driver & headlight
drivers side headlight -> driver & headlight
right headlight -> passenger & headlight
passenger headlight civic -> passenger & headlight & @honda civic
led headlight -> led & headlight
taillight -> tail light
tail lamp -> tail light
rear light -> tail light
left tail light -> driver & tail light
fog lights -> fog light
foglamp -> fog light
blinker -> turn signal
turn signal -> turn signal
alternator -> alternator
altenator -> alternator
alternater -> alternator
alternators -> alternator
starter -> starter
starter motor -> starter motor
battery -> battery
car battery -> battery
batteries -> battery
ac compressor -> a/c compressor
a/c compressor -> a/c compressor
a/c -> a/c
air conditioning compressor -> a/c compressor
ac condenser -> a/c condenser
radiator -> radiator
radiators -> radiator
rad -> radiator
cooling fan -> cooling fan
radiator fan -> cooling fan
water pump -> water pump
waterpump -> water pump
thermostat -> thermostat
t-stat -> thermostat
heater core -> heater core
blower motor -> blower motor
heater fan -> blower motor
coolant tank -> coolant reservoir
overflow tank -> coolant reservoir
engine -> engine
motor -> engine | motor
engine assembly -> engine assembly
used engine -> engine & ~used
motor mount -> mount
engine mounts -> engine & mount
cylinder head -> cylinder head
oil pan -> oil pan
valve cover -> valve cover
timing chain -> timing chain
cat converter -> catalytic converter
cat -> catalytic converter
catalytic convertor -> catalytic converter
muffler -> muffler
mufflers -> muffler
exhaust -> exhaust
exhaust manifold -> exhaust manifold
air filter -> air filter
cabin filter -> cabin air filter
pollen filter -> cabin air filter
oil filters -> oil filter
fuel pump -> fuel pump
gas tank -> fuel tank
fuel injector -> fuel injector
injectors -> fuel injector
throttle body -> throttle body
windshield -> windshield
windscreen -> windshield
window regulator -> window regulator
window motor -> window regulator
door glass -> door glass
rear left window -> rear driver & glass | rear driver & window
spark plugs -> spark plug
sparkplugs -> spark plug
ignition coil -> ignition coil
coil pack -> ignition coil
crank sensor -> crankshaft position sensor
distributor cap -> distributor cap
seat -> seat
instrument cluster -> instrument cluster
speedometer -> instrument cluster
door panel -> door panel
center console -> center console
sun visor -> sun visor
steering rack -> rack
rack and pinion -> rack
power steering pump -> power steering pump
tie rod -> tie rod
outer tie rod -> outer & tie rod
steering wheel -> steering wheel
shocks -> shock absorber
rear shock -> rear & shock absorber
strut -> strut
struts front -> front & strut
control arm -> control arm
lower control arm -> lower & control arm
coil spring -> coil spring
sway bar link -> sway bar link
stabilizer link -> sway bar link
cv axle -> cv axle
half shaft -> cv axle
axle -> axle
driveshaft -> drive shaft
wheel bearing -> wheel bearing | wheel hub
hub assembly -> wheel hub
differential -> differential
transfer case -> transfer case
tranny -> transmission
transmission -> transmission
trans mount -> transmission mount
clutch -> clutch
clutch kit -> clutch kit
torque converter -> torque converter
rims -> wheel
17 inch wheel -> 17-inch & wheel
16" alloy wheel -> 16-inch & alloy wheel
alloy wheels -> alloy wheel
hubcap -> cover | cap
tpms -> tire pressure sensor
bumper -> bumper
front bumper cover -> front bumper cover
hood -> hood
bonnet -> hood
fender -> fender
left fender -> driver & fender
grill -> grille
side mirror -> mirror
passenger side mirror -> passenger & mirror
mirrors -> mirror
door -> door
ecu -> control module
ecm -> engine control module
wiring harness -> wiring harness
brembo -> brembo
denso alternator -> alternator
brake caliper front left -> front driver & caliper
caliper rear right -> rear passenger & caliper
master cylinder -> master cylinder
seal -> gasket
altenator honda -> alternator & @honda
raditor civic -> radiator & @honda civic
brake roters -> rotor
honda civc brake pads -> brake pads & @honda civic
45022-SNA-A92 -> #45022-SNA-A92
45022snaa92 -> #45022-SNA-A92
45022 sna a92 -> #45022-SNA-A92
45022 -> #45022
Y00254-0003 -> #Y00254-0003
y00257 0002 -> #Y00257-0002
stock # Y00239-0001 -> #Y00239-0001
stock number y002390003 -> #Y00239-0003
43512-06230 -> #43512-06230
parts for honda civic -> @honda civic
i need brake pads for a 2010 civic -> brake pads & @2010 honda civic
new alternator -> alternator & ~new
used starter -> starter & ~used
06-11 HONDA CIVIC LH DRIVER SIDE HEADLIGHT OEM 33151-SNA-A01 -> driver & headlight & @honda civic
2013-2015 Honda Accord Front Bumper Cover OEM 04711-T2A-A90ZZ -> front bumper cover & @honda accord
15 16 17 18 FORD F150 LEFT TAIL LIGHT -> driver & tail light & @ford f-150
07-13 SILVERADO SIERRA RH FENDER -> passenger & fender & @silverado
fits 08-12 accord 2.4L starter motor -> starter & @honda accord
2010 honda civic dx coupe passenger mirror -> passenger & mirror & @2010 honda civic
RF brake caliper civic -> front passenger & caliper & @honda civic
LR strut camry -> rear driver & strut & @toyota camry
RR door accord -> rear passenger & door & @honda accord
L/H mirror silverado -> driver & mirror & @silverado
front/rear brake pads rav4 -> brake pads & @toyota rav4
Honda-Civic-2015-alternator -> alternator & @2015 honda civic
(2015) civic radiator -> radiator & @2015 honda civic
brake pads - honda civic -> brake pads & @honda civic
brake / pads -> brake pads
honda & civic -> @honda civic
2015 civic radiator??? -> radiator & @2015 honda civic
P/N 45022-SNA-A92 -> #45022-SNA-A92
part number 45022-SNA-A92 -> #45022-SNA-A92
oem# 43512-06230 -> #43512-06230
honda's alternator -> alternator & @honda
civics headlight -> headlight & @honda civic
16inch steel wheel -> 16-inch & steel wheel
17in alloy wheel -> 17-inch & alloy wheel
civic 17 inch wheel -> 17-inch & wheel & @honda civic
3.5 liter engine accord -> engine & @honda accord
2.4l engine camry -> engine & @toyota camry
1998 civic brake pads -> brake pads & @honda civic
1998 Honda Civic altenator -> alternator & @honda civic
2012 civic lx sedan alternator -> alternator & @2012 honda civic
4x4 f150 front axle -> front & axle & @ford f-150
f150 4wd transfer case -> transfer case & @ford f-150
awd rav4 rear differential -> rear & differential & @toyota rav4
breaks for civic -> brake & @honda civic
brake pads and rotors civic -> brake pads & @honda civic | rotor & @honda civic
pads & rotors accord -> brake pads & @honda accord | rotor & @honda accord
pump of water civic -> water pump & @honda civic
filter of air camry -> air filter & @toyota camry
radiador civic -> radiator & @honda civic
bomba de agua honda -> water pump & @honda
espejo izquierdo civic -> driver & mirror & @honda civic
faro derecho camry -> passenger & headlight & @toyota camry
balatas delanteras accord -> front & brake pads & @honda accord
batería -> battery
filtro de aceite corolla -> oil filter & @toyota corolla
amortiguadores traseros corolla -> rear & shock & @toyota corolla | rear & strut & @toyota corolla
transmision automatica civic -> automatic transmission & @honda civic
parabrisas f150 -> windshield & @ford f-150
civic ac not cold compressor -> a/c compressor & @honda civic
where can i buy a radiator for camry -> radiator & @toyota camry
stering wheel civic -> steering wheel & @honda civic
windsheild -> windshield
tranmission f150 -> transmission & @ford f-150
brake callipers -> caliper
exaust manifold -> exhaust manifold
hoda civic altenator -> alternator & @honda civic
honda civc 1997 raditor -> radiator & @honda civic
spark plugs set of 4 -> spark plug set
tie rod ends camry -> tie rod end & @toyota camry
rav4 cabin air filter 2019-2022 -> cabin air filter & @toyota rav4
side view mirror driver heated -> driver & heated & mirror
used tranny for accord under 1000 -> transmission & @honda accord & ~used
motor mounts civic 2008 -> engine mount & @2008 honda civic
low mileage engine -> engine
used engine under 100k -> engine & ~used
`
  .trim()
  .split('\n');

/** Reads a line of judgedSearches. */
export function readJudged(line: string): { q: string; isRight: (part: Part) => boolean } {
  const [q = '', right = ''] = line.split(' -> ');
  const ways = right.split(' | ').map((way) => way.split(' & ').map((rule) => rule.trim()));
  return {
    q,
    isRight: (part) => ways.some((rules) => rules.every((rule) => meets(part, rule.toLowerCase()))),
  };
}

function meets(part: Part, rule: string): boolean {
  const hasAll = (text: string, words: string) =>
    words.split(' ').every((word) => text.toLowerCase().includes(word));
  switch (rule[0]) {
    case '@': {
      // A part that is listed for the vehicle has another year.
      const wanted = part.fit?.fit === 'fits' ? rule.slice(1).replace(/^\d{4} /, '') : rule.slice(1);
      return hasAll(`${part.year} ${part.make} ${part.model}`, wanted);
    }
    case '#':
      return [part.oemNumber, part.stockNumber].some((number) =>
        number?.toLowerCase().startsWith(rule.slice(1)),
      );
    case '~':
      return (part.condition === 'New') === (rule === '~new');
    default:
      return hasAll(`${part.name} ${part.brand ?? ''}`, rule);
  }
}

/** Returns the share of searches with a right result among the first ten, and the mean of 1 / the place of the first. */
export function scoreSearches(places: readonly (number | undefined)[]): { successAt10: number; mrr: number } {
  const right = places.filter((place) => place !== undefined);
  return {
    successAt10: right.length / places.length,
    mrr: right.reduce((sum, place) => sum + 1 / place, 0) / places.length,
  };
}
