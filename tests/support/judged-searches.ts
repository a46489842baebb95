import type { Part } from '#core/catalog/part.ts';

/**
 * Searches in the words that people type. After the arrow stands what makes a part a right result. '&' means and. Words are
 * compared with the part's name, @ with year, make and model, # with its OEM number or stock number, ~ with its condition, % with
 * its engine, ^ with a range of its years.
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
y00257 0001 -> #Y00257-0001
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
silverado 5.3 -> %5.3l & @silverado
silverado 5.3 alternator -> alternator & %5.3l & @silverado
2010 silverado 5.3 starter -> starter & @silverado
silverado 5.3l v8 fuel injectors -> fuel injector & %5.3l & @silverado
chevy 5.3 vortec injectors -> fuel injector & %5.3l & @chevrolet
silverado 4.8 water pump -> water pump & %4.8l & @silverado
5.7 hemi -> %5.7l
5.7 hemi spark plugs -> spark plug & %5.7l
hemi spark plugs -> spark plug & %5.7l | spark plug & %6.4l
ram 1500 5.7 water pump -> water pump & %5.7l & @1500
ram 1500 hemi water pump -> water pump & %5.7l & @1500
pentastar oil filter -> oil filter & %3.6l
1.8t passat -> %1.8l & @passat
3.5 ecoboost f150 injectors -> fuel injector & %3.5l & @f-150
f150 ecoboost throttle body -> throttle body & @f-150
f150 5.0 coyote spark plugs -> spark plug & %5.0l & @f-150
f150 5.4 ignition coil -> ignition coil & %5.4l & @f-150
5.4 triton spark plugs -> spark plug & %5.4l
f150 4.6 starter -> starter & %4.6l & @f-150
escape 1.6 ecoboost water pump -> water pump & @escape
4 cyl accord valve cover -> valve cover & %i4 & @accord
accord v6 starter -> starter & %v6 & @accord
accord 2.4 oil pan -> oil pan & %2.4l & @accord
accord 3.5 v6 timing -> timing & %3.5l & @accord
accord 4 cylinder alternator -> alternator & %i4 & @accord
civic 1.8 alternator -> alternator & %1.8l & @civic
civic 1.5 turbo spark plugs -> spark plug & %1.5l & @civic
civic 2.0 throttle body -> throttle body & %2.0l & @civic
crv 2.4 starter -> starter & %2.4l & @cr-v
camry 2.5 water pump -> water pump & %2.5l & @camry
camry v6 alternator -> alternator & %v6 & @camry
camry 4cyl radiator -> radiator & @camry
2.4 liter camry valve cover -> valve cover & %2.4l & @camry
corolla 1.8 thermostat -> thermostat & %1.8l & @corolla
altima 2.5 alternator -> alternator & %2.5l & @altima
looking for a transmission for my 2012 accord -> transmission & @honda accord
i need a starter for a 2010 camry asap -> starter & @camry
hi do you have a driver side mirror for a 2015 civic? -> driver & mirror & @civic
i hit a deer and need a hood and headlights for my 2014 f150 -> hood & @f-150 | headlight & @f-150
hit a deer need passenger headlight 2016 f150 -> passenger & headlight & @f-150
need hood and fender for 2013 accord -> hood & @accord | fender & @accord
someone hit my car and broke the tail light 2012 camry -> tail light & @camry
anyone have a good alternator for a silverado please -> alternator & @silverado
looking to buy a used engine for 2008 civic -> engine & @civic
where can i find a radiator for a 2011 altima -> radiator & @altima
im looking for front brake pads and rotors for a 2015 rav4 -> brake pads & @rav4 | rotor & @rav4
does anybody have a bumper for a 2014 corolla -> bumper & @corolla
do you guys sell catalytic converters for a 2009 accord -> catalytic converter & @accord
what wheels fit a 2013 civic -> wheel & @civic
my wife wrecked her 2016 crv needs front bumper cover and hood -> front bumper cover & @cr-v | hood & @cr-v
fuel pump went out on 05 silverado -> fuel pump & @silverado
cracked windshield 2014 f150 -> windshield & @f-150
side mirror got smashed 2012 civic passenger -> passenger & mirror & @civic
want to replace the struts on a 2011 camry -> strut & @camry
can you ship a transmission for a 2010 f150 -> transmission & @f-150
how much is a tail light for a 2015 silverado -> tail light & @silverado
selling? need cheap headlights for 2010 corolla -> headlight & @corolla
alternator died on my 2013 altima -> alternator & @altima
need both front struts for a 2012 accord -> front & strut & @accord
window regulator with motor 2012 civic -> window regulator & @civic
steering column with shaft for 2011 silverado -> steering column & @silverado
door mirror w/ turn signal 2015 camry -> mirror & @camry
engine with low miles for accord -> engine & @accord
mirror without heat 2012 civic -> mirror & @civic
hood, fender, headlight 2014 f150 -> hood & @f-150 | fender & @f-150 | headlight & @f-150
brake pads & rotors & calipers 2012 camry -> brake & @camry
water pump and thermostat for 2008 civic -> water pump & @civic | thermostat & @civic
starter and alternator silverado -> starter & @silverado | alternator & @silverado
control arm or tie rod for 2010 accord -> control arm & @accord | tie rod & @accord
shocks + struts for rav4 -> shock & @rav4 | strut & @rav4
spark plugs and ignition coils 2013 f150 -> spark plug & @f-150 | ignition coil & @f-150
radiator and condenser for 2015 civic -> radiator & @civic | condenser & @civic
hello i am in need of a fuel tank for my 2004 f150 -> fuel tank & @f-150
i have a 2012 civic and need a door -> door & @civic
2014 silverado crew cab front door -> front & door & @silverado
accord coupe headlight -> headlight & @accord
2012 civic sedan tail light -> tail light & @civic
civic si clutch -> clutch & @civic
f150 xlt headlight -> headlight & @f-150
silverado ltz mirror -> mirror & @silverado
camry se wheel -> wheel & @camry
corolla le bumper -> bumper & @corolla
f150 lariat seat -> seat & @f-150
rav4 awd cv axle -> cv axle & @rav4
crv fwd cv axle -> cv axle & @cr-v
silverado 4wd front axle -> axle & @silverado
f150 2wd wheel hub -> wheel hub & @f-150
f30 brake pads -> brake pads & @bmw 3 series
gmt800 headlight -> headlight & @silverado | headlight & @sierra | headlight & @tahoe | headlight & @suburban | headlight & @yukon | headlight & @escalade
gmt900 silverado tail light -> tail light & @silverado
8th gen civic headlight -> headlight & @civic & ^2006-2011
8th gen civic -> @civic & ^2006-2011
9th gen civic bumper -> bumper & @civic
civic 10th gen tail light -> tail light & @civic
9th gen accord headlight -> headlight & @accord
7th gen accord starter -> starter & @accord
p552 f150 grille -> grille & @f-150
2012+ civic headlight -> headlight & @civic
2012 and up camry tail light -> tail light & @camry
2014 & up silverado mirror -> mirror & @silverado
f150 2015-up tail light -> tail light & @f-150
civic up to 2005 starter -> starter & @civic
2009 and older f150 alternator -> alternator & @f-150
07-11 camry headlight -> headlight & @camry
'07-'11 camry headlight -> headlight & @camry
2007 - 2011 camry alternator -> alternator & @camry
99-06 silverado tail light -> tail light & @silverado
13/15 accord grille -> grille & @accord
2006 thru 2011 civic fender -> fender & @civic
pre 2004 f150 fuel pump -> fuel pump & @f-150
90s civic alternator -> alternator & @civic
pwr strg pump -> power steering pump
ps pump accord -> power steering pump & @accord
p/s pump civic -> power steering pump & @civic
o2 snsr -> oxygen sensor
o2 sens camry -> oxygen sensor & @camry
frt lwr ctrl arm -> front & lower & control arm
frt lwr ctrl arm lh accord -> front & lower & driver & control arm & @accord
lca civic -> lower & control arm & @civic
lh tail light silverado -> driver & tail light & @silverado
rr caliper camry -> rear passenger & caliper & @camry
lf strut assy accord -> front driver & strut & @accord
headlight assy rh f150 -> passenger & headlight assembly & @f-150
hdlt lh civic -> driver & headlight & @civic
alt -> alternator
alt camry -> alternator & @camry
ac comp -> a/c compressor
ac comp silverado -> a/c compressor & @silverado
ac cond civic -> a/c condenser & @civic
tranny accord -> transmission & @accord
auto trans camry -> automatic transmission & @camry
man trans civic -> transmission & @civic
trans mnt f150 -> transmission mount & @f-150
xfer case silverado -> transfer case & @silverado
eng mnt accord -> engine mount & @accord
motor mnt civic -> engine mount & @civic
fuel inj f150 -> fuel injector & @f-150
ign coil camry -> ignition coil & @camry
thrtl body silverado -> throttle body & @silverado
exh manifold f150 -> exhaust manifold & @f-150
exh mani accord -> exhaust manifold & @accord
cat conv civic -> catalytic converter & @civic
rad fan altima -> cooling fan & @altima
blwr mtr silverado -> blower motor & @silverado
htr core f150 -> heater core & @f-150
wdw reg lh camry -> driver & window regulator & @camry
whl brg civic -> wheel bearing & @civic | wheel hub & @civic
bmpr cvr frt accord -> front bumper cover & @accord
fndr rh corolla -> passenger & fender & @corolla
grl silverado -> grille & @silverado
mir lh f150 -> driver & mirror & @f-150
instr clstr camry -> instrument cluster & @camry
strg col silverado -> steering column & @silverado
strg whl civic -> steering wheel & @civic
dist cap -> distributor cap
crank pos sensor -> crankshaft position sensor
pcm silverado -> control module & @silverado
tre camry -> tie rod end & @camry
brk mstr cyl accord -> brake master cylinder & @accord
clnt resv civic -> coolant reservoir & @civic
silverado 5.3 torque converter -> torque converter & %5.3l & @silverado
08 silverado 4.8 ac compressor -> a/c compressor & %4.8l & @silverado
silverado 5.3 cylinder head -> cylinder head & %5.3l & @silverado
2010 silverado 5.3 ignition coils -> ignition coil & %5.3l & @silverado
2012 silverado 4.8l water pump -> water pump & %4.8l & @silverado
silverado 4.3 v6 exhaust pipe -> exhaust pipe & %4.3l & @silverado
6.2 silverado engine -> engine & %6.2l & @silverado
silverado 2.7 turbo cylinder head -> cylinder head & %2.7l & @silverado
cruze diesel engine -> engine & %diesel & @cruze
pacifica 3.8 oil pan -> oil pan & %3.8l & @pacifica
journey 3.6 catalytic converter -> catalytic converter & %3.6l & @journey
f150 5.4 o2 sensor -> oxygen sensor & %5.4l & @f-150
2005 f150 4.6 crank sensor -> crankshaft position sensor & %4.6l & @f-150
f150 4.2 v6 crank position sensor -> crankshaft position sensor & %4.2l & @f-150
2010 f150 4.6 water pump -> water pump & %4.6l & @f-150
f150 coyote oil pan -> oil pan & %5.0l & @f-150
2011 f150 6.2 thermostat -> thermostat & %6.2l & @f-150
f150 5.0 muffler -> muffler & %5.0l & @f-150
2014 f150 ecoboost oil filter -> oil filter & %3.5l & @f-150
f150 2.7 ecoboost transmission -> transmission & %2.7l & @f-150
2.7 ecoboost water pump f150 -> water pump & %2.7l & @f-150
f150 5.0 cylinder head -> cylinder head & %5.0l & @f-150
escape hybrid timing chain -> timing chain & %hybrid & @escape
ranger 3.0 v6 engine mount -> engine mount & %3.0l & @ranger
civic 2.0 engine 2002 -> engine & %2.0l & @civic
08 civic 1.8 starter -> starter & %1.8l & @civic
civic 2.4 engine mount -> engine mount & %2.4l & @civic
civic 1.5t throttle body -> throttle body & %1.5l & @civic
2022 civic 1.5 turbo radiator -> radiator & %1.5l & @civic
accord v6 cylinder head 2006 -> cylinder head & %v6 & @accord
2008 accord 2.4 timing chain kit -> timing chain & %2.4l & @accord
accord v6 radiator 2011 -> radiator & %v6 & @accord
accord 2.4l engine -> engine & %2.4l & @accord
accord 1.5 turbo torque converter -> torque converter & %1.5l & @accord
accord 2.0t catalytic converter -> catalytic converter & %2.0l & @accord
crv 2.4 fuel injector -> fuel injector & %2.4l & @cr-v
is350 v6 crank sensor -> crankshaft position sensor & %v6 & @is
altima 3.5 starter motor -> starter & %3.5l & @altima
altima 4 cyl radiator -> radiator & %i4 & @altima
maxima 3.5 engine -> engine & %3.5l & @maxima
versa 1.6 throttle body -> throttle body & %1.6l & @versa
ram 3.0 diesel valve cover -> valve cover & %diesel & @1500
camry 3.5 v6 injectors -> fuel injector & %3.5l & @camry
camry 4 cylinder crank sensor -> crankshaft position sensor & %i4 & @camry
camry hybrid oil pan -> oil pan & %hybrid & @camry
corolla 1.8l throttle body -> throttle body & %1.8l & @corolla
corolla hybrid cylinder head -> cylinder head & %hybrid & @corolla
rav4 2.5 ignition coil -> ignition coil & %2.5l & @rav4
rav4 v6 starter -> starter & %v6 & @rav4
golf tdi engine mount -> engine mount & %diesel & @golf
f10 front brake rotor -> front & rotor & @bmw 5 series
e90 exhaust pipe -> exhaust pipe & @bmw 3 series
w204 windshield -> windshield & @c-class
wk grand cherokee brake master cylinder -> master cylinder & @grand cherokee
3rd gen tacoma front brake pads -> front & brake pads & @tacoma
mk6 golf front brake pads -> front & brake pads & @golf
5th gen 4runner o2 sensor -> oxygen sensor & @4runner
5th gen camaro brake master cylinder -> master cylinder & @camaro
s550 front caliper -> front & caliper & @mustang
b8 a4 front caliper -> front & caliper & @a4
inline six bmw muffler -> muffler & %i6 & @bmw
straight 6 bmw oil filter -> oil filter & %i6 & @bmw
v-8 f150 alternator -> alternator & %v8 & @f-150
eight cylinder silverado starter -> starter & %v8 & @silverado
six cylinder camry spark plug -> spark plug & %v6 & @camry
four cylinder altima starter -> starter & %i4 & @altima
5.3ltr silverado oil pan -> oil pan & %5.3l & @silverado
accord 2.4 litre alternator -> alternator & %2.4l & @accord
3.5-liter accord water pump -> water pump & %3.5l & @accord
civic with the 1.8 engine alternator -> alternator & %1.8l & @civic
f-150 w/ 5.0 motor starter -> starter & %5.0l & @f-150
silverado 5.3 vin m starter -> starter & %5.3l & @silverado
f150 5.4 8th digit 5 ignition coil -> ignition coil & %5.4l & @f-150
2.0t accord valve cover -> valve cover & %2.0l & @accord
turbo 4 cylinder civic spark plug -> spark plug & %turbo & @civic
3.5 litre v-6 maxima engine mount -> engine mount & %3.5l & @maxima
starter, camry, 2.5l l4 -> starter & %2.5l & @camry
maxima six cyl cylinder head -> cylinder head & %v6 & @maxima
boxer impreza ignition coil -> ignition coil & %h4 & @impreza
flat 4 subaru spark plug -> spark plug & %h4 & @subaru
gas 4 cyl escape valve cover -> valve cover & %i4 & @escape
vq35de maxima oil pan -> oil pan & %3.5l & @maxima
electric or hybrid camry water pump -> water pump & %hybrid & @camry
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
    case '%':
      return hasAll(part.engine ?? '', rule.slice(1));
    case '^': {
      const [from = 0, to = 0] = rule.slice(1).split('-').map(Number);
      return part.year !== null && part.year >= from && part.year <= to;
    }
    case '~':
      return (part.condition === 'New') === (rule === '~new');
    default:
      return hasAll(`${part.name} ${part.brand ?? ''}`, rule);
  }
}

/** Returns the share of searches with a right result among the first ten, and of those whose first result is right. */
export function scoreSearches(places: readonly (number | undefined)[]): {
  successAt10: number;
  firstRight: number;
} {
  const share = (right: readonly unknown[]) => right.length / places.length;
  return {
    successAt10: share(places.filter((place) => place !== undefined)),
    firstRight: share(places.filter((place) => place === 1)),
  };
}
