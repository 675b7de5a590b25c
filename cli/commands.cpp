#include <tandem/cli/commands.hpp>

#include <array>

namespace tandem::cli {
namespace {

constexpr std::string_view kAbout =
    R"(tandem solves optimal control problems and says whether the answer is right.

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
  tandem linearize acrobot                             its linear equations at a state: poles, response
  tandem certify cart-pole-swing-up --solution x.csv   the answer of another tool, certified
  tandem verify acrobot                                derivatives by every way there is, compared
  tandem export acrobot                                dynamics, or a problem's functions, for CasADi
)";

constexpr std::string_view kExitCodes =
    R"(Exit codes: 0 solved and certified; 1 not solved or not certified; 2 refused before a solver ran.)";

constexpr std::array kCommands = {&kListCommand,   &kShowCommand,     &kSolveCommand,     &kHomotopyCommand,
                                  &kParetoCommand, &kSimulateCommand, &kLinearizeCommand, &kCertifyCommand,
                                  &kVerifyCommand, &kExportCommand};

}  // namespace

constinit const Program kTandem{
    .name = "tandem", .version = TANDEM_VERSION, .about = kAbout, .footer = kExitCodes, .commands = kCommands};

}  // namespace tandem::cli
