#include <tandem/cli/help_texts.hpp>

namespace tandem::cli {

const char* const kAbout = R"(tandem solves optimal control problems and says whether the answer is right.

Try:
  tandem list                                          the problems it knows
  tandem show cart-pole-swing-up                       what one of them says
  tandem solve cart-pole-swing-up --report r.html      solve it, certify it, look at it
  tandem solve cart-pole-swing-up --intervals 20       too coarse: see the certificate refuse
  tandem solve bryson-denham --set limit=0.125         another value of a named number
  tandem solve flexible-hub --polish                   its switches, to rounding
  tandem solve cart-pole-swing-up --multi-start 50     its local minima, the best first
  tandem solve --all                                   every problem, in a table
  tandem homotopy bryson-denham --over limit --to 0.3  its answer as a number changes
  tandem pareto salama-hub                             a structure and its controller: the front
  tandem solve gust-alleviation                        a controller whose form is given
  tandem simulate double-pendulum                      a model in motion, its energy audited
  tandem simulate cart-pole-swing-up --feedback        its plan on a disturbed plant
  tandem certify cart-pole-swing-up --solution x.csv   the answer of another tool, certified
  tandem verify acrobot                                derivatives by every way there is, compared
  tandem export acrobot                                dynamics, or a problem's functions, for CasADi
)";

const char* const kExitCodes =
    R"(Exit codes: 0 solved and certified; 1 not solved or not certified; 2 refused before a solver ran.)";

const char* const kHomotopyFooter =
    R"(Solves the problem at --from, follows its answer by Newton's method while the number changes, and solves it again at
--to. Says where motions that meet the constraints end, and where the path turns back (folds).
  tandem homotopy cart-pole-swing-up --over max_force --to 1    the weakest force that still swings it up
  tandem homotopy acrobot-swing-up --over gravity --from 4.9 --to 9.81
  tandem homotopy bratu --over lambda --to 1 --through-folds 1  its other solution
  tandem homotopy beam-controller --over coupling --from 0 --to 1  from a few modes' controller to the whole beam's
  tandem homotopy draper --over response --to 1e-4  the lightest design as a limit of a co-design problem moves
Exit codes: 0 reached and certified; 1 not reached, or not certified there; 2 refused.)";

const char* const kParetoFooter =
    R"(Follows the least (1 - lambda) structure_cost + lambda control_cost from the lightest design, lambda = 0, and prints
the front at the problem's weights, or at those of --lambda. Where a path stops (cheap controls leave the lightest
design without one) it is begun anew at heavier designs.
Of a motion whose cost is (1 - weight) J_s + weight J_c it solves for each weight, from the answer beside it, and anew
from another point's motion where that is better there.
  tandem pareto salama-cantilever
  tandem pareto salama-hub --lambda 0.1,0.5,0.9 --set effort_weight=1e-6 --json front.json
  tandem pareto slewing-beam                    mass against what still moves at the end
Exit codes: 0 all points found, each certified; 1 not so; 2 refused.)";

const char* const kSimulateFooter =
    R"(Of a model: its free motion, audited. Of a problem with --feedback: its plan, solved by DDP, on a plant of other
numbers that random pushes hit, once with the gains of DDP and once without; past the end of the plan a regulator holds
it where it is to end.
  tandem simulate double-pendulum --time 5
  tandem simulate cart-pole-swing-up --feedback --runs 20 --report r.html
  tandem simulate cart-pole-swing-up --feedback --plant pole_mass=+10% --push 0.05 --gains tracking
Exit codes: 0 energy and momentum were kept, or every motion with feedback got to its end; 1 not so, or the motion
went to infinity, or there was no certified plan; 2 refused.)";

const char* const kCertifyFooter =
    R"(Tests a motion that another tool has found, on any mesh: times, states and controls as CSV or JSON (docs/certify.md).
Costates are read where the file has some (costate_NAME), else fitted to the motion by the minimum principle.
  tandem certify cart-pole-swing-up --solution casadi.csv
  tandem certify cart-pole-swing-up --solution crocoddyl.csv --controls held
  tandem certify cart-pole-swing-up --solution crocoddyl.csv --steps shooting-rk4
  tandem certify cart-pole-swing-up --solution tandem.json      what solve --json has saved
Exit codes: 0 certified; 1 not certified; 2 refused.)";

const char* const kVerifyFooter =
    R"(Compares derivatives by all the ways that apply, a line a block: which ways, their largest difference relative to
the norm of the block, and the entry that it is in.
  tandem verify acrobot               every derivative of a model's dynamics: analytic sweeps, CppAD, CasADi,
                                      complex steps
  tandem verify robot.urdf --states 10
  tandem verify cart-pole-swing-up    dynamics, costs and constraints of a problem, first and second order:
                                      all plugs, and differences of the values
  tandem verify draper                a co-design problem's costs, or a controller's, by all its numbers
  tandem verify --all                 every model and problem that tandem knows
Exit codes: 0 all agree; 1 some do not, or a function is not smooth there; 2 refused.)";

const char* const kExportFooter =
    R"(Saves forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau and coordinate_rates(q, v) -> q_dot with
the model's numbers. In Python, f = casadi.Function.load('acrobot.casadi') is forward dynamics; a
casadi.FileDeserializer unpacks all, one after the other, then the names of coordinates and velocities.
Of a problem: dynamics, costs, constraints and linkages as functions of (x, u, t, p), p the named numbers.
Exit codes: 0 saved; 2 refused.)";

}  // namespace tandem::cli
